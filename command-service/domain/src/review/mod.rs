//! The review aggregate: a buyer's review of a product, and the merchant's answer.

pub mod answer_review;
pub mod note_purchase;
pub mod note_return;
mod state;
#[cfg(test)]
pub(crate) mod testing;
pub mod write_review;

pub use state::{Purchase, Review, review_of};
