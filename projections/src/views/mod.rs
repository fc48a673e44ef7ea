//! The views, one folder each. All have the same files: `mod.rs` declares the view, `tables.sql` and `indexes.sql`
//! create its tables, `fold.rs` turns events into rows without any database, `write.rs` runs the statements in `sql/`,
//! and `tests.rs` has the tests. A large view splits `fold.rs` and `write.rs` into parts, in folders of the same
//! names.
//!
//! A view's rows depend only on the events: not on the clock, and not on how the log is divided into batches. So a
//! rebuild gives the same tables, and a test compares the two.

pub mod accounts;
pub mod audit;
pub mod catalog;
mod columns;
pub mod conversations;
mod decode;
mod erase;
// CONTRIBUTING.md shows the files of this view.
#[cfg(test)]
#[rustfmt::skip]
pub mod example;
#[cfg(test)]
mod folders;
pub mod live;
pub mod moderation;
pub mod notifications;
pub mod orders;
#[cfg(test)]
mod properties;
pub mod reviews;
pub mod sessions;
#[cfg(test)]
mod testing;
pub mod webhooks;

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
        Arc::new(webhooks::Webhooks),
    ]
}
