//! The catalog: products, their stock and their merchants.

mod apply;
mod looks;
mod merchants;
mod product;
mod products;
mod ratings;
mod stock;
#[cfg(test)]
mod tests;

use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent, ReviewEvent, StockEvent, ViewsEvent},
};
use sqlx::PgConnection;

use crate::engine::{ApplyError, View};

/// The view `catalog`.
#[derive(Clone, Copy, Debug)]
pub struct Catalog;

#[async_trait]
impl View for Catalog {
    fn name(&self) -> &'static str {
        "catalog"
    }

    fn version(&self) -> i32 {
        3
    }

    fn categories(&self) -> &'static [&'static str] {
        &[
            AccountEvent::CATEGORY,
            ProductEvent::CATEGORY,
            ReviewEvent::CATEGORY,
            StockEvent::CATEGORY,
            ViewsEvent::CATEGORY,
        ]
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
