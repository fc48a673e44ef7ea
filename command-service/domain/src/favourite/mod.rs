//! The favourites aggregate: the products that a person likes.

pub mod add_favourite;
pub mod remove_favourite;
mod state;

pub use state::Favourites;
