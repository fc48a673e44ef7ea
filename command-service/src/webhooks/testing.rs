//! Values for the tests of webhooks.

use async_trait::async_trait;
use domain::delivery::record_attempt::NoAnswer;
use serde::{Deserialize, Serialize};
use shared_events::Event;

use super::{Message, MessageSender};

/// A network without receivers.
pub(crate) struct NoReceivers;

#[async_trait]
impl MessageSender for NoReceivers {
    async fn send(&self, _: &str, _: &Message) -> Result<u16, NoAnswer> {
        Err(NoAnswer::Unreachable)
    }
}

/// An event type that a later version of the program may have written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "data")]
pub(crate) enum UnknownEvent {
    WebhookTeleported { to: String },
}

impl Event for UnknownEvent {
    const CATEGORY: &'static str = "webhook";
    const TYPES: &'static [&'static str] = &["WebhookTeleported"];
}
