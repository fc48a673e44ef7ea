//! What people write to each other, and what of it has been read.

mod apply;
mod letters;
#[cfg(test)]
mod tests;

use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CorrespondenceEvent},
};
use sqlx::PgConnection;

use crate::engine::{ApplyError, View};

/// The view `conversations`.
#[derive(Clone, Copy, Debug)]
pub struct Conversations;

#[async_trait]
impl View for Conversations {
    fn name(&self) -> &'static str {
        "conversations"
    }

    fn version(&self) -> i32 {
        1
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

    async fn apply(&self, tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
        apply::apply(tx, events).await
    }
}
