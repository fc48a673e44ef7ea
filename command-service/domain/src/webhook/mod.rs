//! The webhooks of a merchant, or of the shop: addresses that get a message about each event of the chosen types.

pub mod create_webhook;
pub mod message_type;
pub mod pause_all_webhooks;
pub mod pause_webhook;
pub mod record_replay;
pub mod remove_webhook;
pub mod replay_webhook;
pub mod resume_webhook;
pub mod rotate_secret;
mod state;
#[cfg(test)]
mod testing;

pub use state::{Replay, Webhook, Webhooks};

/// There is no such webhook, or it belongs to another owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Webhook not found")]
pub struct NotFound;
