//! The query service's ports: everything that its handlers need from outside. Built once, and passed in as axum state.

use std::sync::Arc;

use axum::extract::FromRef;
use blobs::Blobs;
use postgres_kit::Pool;
use service_kit::{caller, token::Tokens};

use crate::{
    live::Live,
    operations::Operations,
    queries::{catalog::Catalog, sessions::Viewed},
    shop::ShopConfig,
    waiter::Waiter,
};

/// The query service's ports. Cloning is cheap.
#[derive(Clone)]
pub struct App {
    /// The read models.
    pub pool: Pool,
    /// Verifies access tokens.
    pub tokens: Tokens,
    /// Lets a request wait until the views have reached a position.
    pub waiter: Waiter,
    /// The open `/stream` connections of this process.
    pub live: Live,
    /// The shop's configuration, for the UI.
    pub shop: Arc<ShopConfig>,
    /// The store of uploaded files.
    pub blobs: Blobs,
    /// Reports on the views, the process managers and the log, for operators.
    pub operations: Arc<dyn Operations>,
    /// Public catalog queries and their caches.
    pub catalog: Catalog,
}

impl FromRef<App> for Arc<dyn caller::Sessions> {
    fn from_ref(app: &App) -> Self {
        Arc::new(Viewed(app.pool.clone()))
    }
}

impl FromRef<App> for Tokens {
    fn from_ref(app: &App) -> Self {
        app.tokens.clone()
    }
}
