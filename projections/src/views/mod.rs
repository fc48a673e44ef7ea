//! The views, one folder each: `tables.sql`, `indexes.sql`, the statements that `apply.rs` runs, and tests.
//!
//! A view's rows depend only on the events: not on the clock, and not on how the log is cut into batches. So a
//! rebuild gives the same tables, and a test compares the two.

pub mod accounts;
pub mod audit;
pub mod catalog;
mod columns;
pub mod conversations;
mod erasing;
// Keep the formatting of the recipe in CONTRIBUTING.md.
#[cfg(test)]
#[rustfmt::skip]
mod example;
pub mod live;
pub mod moderation;
pub mod notifications;
pub mod orders;
#[cfg(test)]
mod properties;
mod reading;
pub mod reviews;
pub mod sessions;
#[cfg(test)]
mod testing;

use std::sync::Arc;

use crate::engine::View;

/// Every view.
pub fn all() -> Vec<Arc<dyn View>> {
    vec![
        Arc::new(accounts::Accounts),
        Arc::new(audit::Audit),
        Arc::new(catalog::Catalog),
        Arc::new(conversations::Conversations),
        Arc::new(live::Live),
        Arc::new(moderation::Moderation),
        Arc::new(notifications::Notifications),
        Arc::new(orders::Orders),
        Arc::new(reviews::Reviews),
        Arc::new(sessions::Sessions),
    ]
}
