//! The application layer: the [`Writer`] executes commands, and every operation that spans several streams is a use
//! case.

pub mod accounts;
mod append;
mod attempt;
pub mod checkout;
pub mod confirm_person_act;
pub mod conversations;
mod failure;
#[cfg(debug_assertions)]
mod fault;
mod group;
#[cfg(test)]
mod kept_states;
mod known_state;
pub mod notifications;
pub mod operations;
pub mod orders;
pub mod people;
pub mod products;
pub mod quotas;
pub mod replays;
pub mod reviews;
mod run;
mod turns;
pub mod webhooks;
mod writer;

pub use attempt::CommandAttempt;
pub use failure::Failure;
pub use known_state::{Executed, KnownState, Loaded, load};
pub use turns::Turns;
pub use writer::Writer;
