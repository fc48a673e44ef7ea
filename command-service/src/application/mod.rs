//! The application layer: the [`Writer`] executes commands, and every operation that spans several streams is a use
//! case.

pub mod accounts;
mod attempt;
pub mod checkout;
pub mod conversations;
#[cfg(debug_assertions)]
mod fault;
#[cfg(test)]
mod kept_states;
pub mod notifications;
pub mod operations;
pub mod orders;
pub mod people;
pub mod products;
pub mod quotas;
pub mod reviews;
mod turns;
mod writer;

pub use attempt::CommandAttempt;
pub use turns::{KnownState, Turns};
pub use writer::{Executed, Failure, Loaded, Writer, load};
