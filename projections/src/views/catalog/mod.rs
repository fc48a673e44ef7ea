//! The view `catalog`: products, their stock and their merchants.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent, ReviewEvent, StockEvent, ViewsEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `catalog`.
#[derive(Clone, Copy, Debug)]
pub struct Catalog;

impl View for Catalog {
    fn name(&self) -> &'static str {
        "catalog"
    }

    fn version(&self) -> i32 {
        10
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

    fn open_columns(&self) -> &'static [&'static str] {
        // Public product data, and admins' decisions about it. All other texts belong to the merchant or to their
        // author.
        &[
            "products.name",
            "products.description",
            "products.category",
            "products.subcategory",
            "products.tags",
            "products.unit",
            "products.approval",
            "decisions.status",
        ]
    }

    fn batch_tables(&self) -> &'static [&'static str] {
        &["changes"]
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(fold::fold(events)?))
    }
}
