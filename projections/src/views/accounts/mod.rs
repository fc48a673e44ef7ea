//! Accounts as their owners and admins see them.

mod address_book;
mod apply;
mod favourites;
#[cfg(test)]
mod tests;
mod users;

use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, FavouriteEvent},
};
use sqlx::PgConnection;

use crate::engine::{ApplyError, View};

/// The view `accounts`.
#[derive(Clone, Copy, Debug)]
pub struct Accounts;

#[async_trait]
impl View for Accounts {
    fn name(&self) -> &'static str {
        "accounts"
    }

    fn version(&self) -> i32 {
        3
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, FavouriteEvent::CATEGORY]
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
