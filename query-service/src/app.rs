//! What queries need from outside, handed in once.

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

/// The query service's ports. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The read models.
    pub pool: Pool,
    /// Checks access tokens.
    pub tokens: Tokens,
    /// Waits until the views have reached a position.
    pub waiter: Waiter,
    /// The streams that are open.
    pub live: Live,
    /// What the UI must know of how this shop is run.
    pub shop: Arc<ShopConfig>,
    /// Where uploaded files are.
    pub blobs: Blobs,
    /// Knows how the views are.
    pub operations: Arc<dyn Operations>,
    /// What is for sale.
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
