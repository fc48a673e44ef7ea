//! The stall aggregate: the products that a merchant lists before approval, whose number is limited.

pub mod free_places;
pub mod keep_file;
mod state;
pub mod take_place;

pub use state::Stall;
