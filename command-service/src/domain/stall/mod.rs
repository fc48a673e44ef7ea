//! The products that a merchant prepares before approval.

pub mod free_places;
mod state;
pub mod take_place;

pub use state::Stall;
