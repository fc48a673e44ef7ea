//! Compares every view with a model of it. A model is a plain structure that reads the same events and computes the
//! expected tables, written from the meaning of the events and not from the view's statements. Long, random, legal
//! histories are applied in pages of random sizes, with and without the keys of erased people. One history runs
//! through the engine, with a rebuild and a verification of each view.
//!
//! `GREENSTALL_TEST_HISTORIES` sets the number of histories per view (8), `GREENSTALL_TEST_SEED` their seed (1).

mod accounts;
mod audit;
mod catalog;
mod conversations;
mod folding;
mod following;
mod live;
mod market;
mod model;
mod moderation;
mod notifications;
mod orders;
mod recorded_changes;
mod reviews;
mod sessions;
mod webhooks;

use model::Model;

/// A model of every view that has one.
fn all() -> Vec<Box<dyn Model>> {
    vec![
        Box::new(accounts::Accounts::default()),
        Box::new(audit::Audit::default()),
        Box::new(catalog::Catalog::default()),
        Box::new(conversations::Conversations::default()),
        Box::new(live::Live::default()),
        Box::new(moderation::Moderation::default()),
        Box::new(notifications::Notifications::default()),
        Box::new(orders::Orders::default()),
        Box::new(reviews::Reviews::default()),
        Box::new(sessions::Sessions::default()),
        Box::new(webhooks::Webhooks::default()),
    ]
}
