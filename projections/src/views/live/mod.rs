//! The view `live`: which notification, message or order is news to which person, and when sessions have ended. Query
//! services follow it and send the news down the open event streams.
//!
//! It holds only references: queries read the content from the views that have it. The last [`MAX_ROWS_PER_ACCOUNT`]
//! rows of each person are kept, so that an interrupted event stream can be resumed.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CredentialEvent, OrderEvent, ProductEvent, SessionEvent},
};

pub use self::fold::MAX_ROWS_PER_ACCOUNT;
use crate::engine::{ApplyError, Folded, View};

/// The view `live`.
#[derive(Clone, Copy, Debug)]
pub struct Live;

impl View for Live {
    fn name(&self) -> &'static str {
        "live"
    }

    fn version(&self) -> i32 {
        3
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
        Ok(Box::new(fold::fold(events)?))
    }
}
