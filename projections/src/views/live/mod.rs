//! What is told to people as it happens: which notification, message or order is news to whom, and when sessions have
//! ended. Query services read on in it and send what they find down the streams that are open.
//!
//! It is a list of references: what is sent is read from the views that have it. Of each person the last [`KEPT`] rows
//! stay, so that a stream that was torn can be taken up again.

mod apply;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CredentialEvent, OrderEvent, ProductEvent, SessionEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// So many rows a person are kept. Counted, not timed: a rebuild must come to the same rows.
pub const KEPT: i64 = 200;

/// The view `live`.
#[derive(Clone, Copy, Debug)]
pub struct Live;

impl View for Live {
    fn name(&self) -> &'static str {
        "live"
    }

    fn version(&self) -> i32 {
        2
    }

    fn categories(&self) -> &'static [&'static str] {
        &[
            AccountEvent::CATEGORY,
            ConversationEvent::CATEGORY,
            CredentialEvent::CATEGORY,
            OrderEvent::CATEGORY,
            ProductEvent::CATEGORY,
            SessionEvent::CATEGORY,
        ]
    }

    fn tables(&self) -> &'static str {
        include_str!("tables.sql")
    }

    fn indexes(&self) -> &'static str {
        include_str!("indexes.sql")
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        apply::fold(events)
    }
}
