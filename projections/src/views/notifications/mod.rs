//! The view `notifications`: people's notifications, and which of them were read. The rules for recipients are in
//! `shared_events::notification`; the texts are here.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, InboxEvent, OrderEvent, ProductEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `notifications`.
#[derive(Clone, Copy, Debug)]
pub struct Notifications;

impl View for Notifications {
    fn name(&self) -> &'static str {
        "notifications"
    }

    fn version(&self) -> i32 {
        2
    }

    fn categories(&self) -> &'static [&'static str] {
        &[
            AccountEvent::CATEGORY,
            ConversationEvent::CATEGORY,
            InboxEvent::CATEGORY,
            OrderEvent::CATEGORY,
            ProductEvent::CATEGORY,
        ]
    }

    fn tables(&self) -> &'static str {
        include_str!("tables.sql")
    }

    fn indexes(&self) -> &'static str {
        include_str!("indexes.sql")
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(fold::fold(events)?))
    }
}
