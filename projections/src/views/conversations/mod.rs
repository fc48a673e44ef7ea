//! The view `conversations`: the messages between customers and merchants and between people and the
//! shop's support, and their read state.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CorrespondenceEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `conversations`.
#[derive(Clone, Copy, Debug)]
pub struct Conversations;

impl View for Conversations {
    fn name(&self) -> &'static str {
        "conversations"
    }

    fn version(&self) -> i32 {
        2
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, ConversationEvent::CATEGORY, CorrespondenceEvent::CATEGORY]
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
