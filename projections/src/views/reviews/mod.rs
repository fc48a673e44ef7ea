//! What buyers said about products, and what merchants answered.

mod apply;
#[cfg(test)]
mod tests;

use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ReviewEvent},
};
use sqlx::PgConnection;

use crate::engine::{ApplyError, View};

/// The view `reviews`.
#[derive(Clone, Copy, Debug)]
pub struct Reviews;

#[async_trait]
impl View for Reviews {
    fn name(&self) -> &'static str {
        "reviews"
    }

    fn version(&self) -> i32 {
        1
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, ReviewEvent::CATEGORY]
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
