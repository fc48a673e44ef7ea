//! Runs the query service as a process of its own.

use std::{path::PathBuf, sync::Arc};

use blobs::Blobs;
use postgres_kit::{Limits, Pool};
use service_kit::{
    Clock,
    lifecycle::{self, Edge},
    token::Tokens,
};
use sqlx::postgres::PgConnectOptions;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{App, Catalog, Live, ShopConfig, Waiter, operations, router};

/// The configuration of a query service.
#[derive(Clone)]
pub struct Config {
    /// The Postgres server with the read models.
    pub database: PgConnectOptions,
    /// The largest number of database connections.
    pub connections: u32,
    /// The secret that signs access tokens.
    pub token_secret: [u8; 32],
    pub clock: Arc<dyn Clock>,
    /// The shop's configuration.
    pub shop: ShopConfig,
    /// The store of uploaded files.
    pub blobs: Blobs,
    /// The folder with the search index, which can be deleted without loss.
    pub index_folder: PathBuf,
}

/// Serves until `cancellation`. Answers requests 503 until the database is reachable.
///
/// # Errors
/// When the listener fails.
pub async fn run(
    config: Config,
    listener: TcpListener,
    cancellation: CancellationToken,
) -> std::io::Result<()> {
    let limits = Limits::default();
    let pool = Pool::new(limits.session(config.database), config.connections, limits);
    let tokens = Tokens::new(&config.token_secret, config.clock);
    let waiter = Waiter::start(pool.clone(), limits, cancellation.clone());
    let app = App {
        catalog: Catalog::start(&pool, &waiter, Some(config.index_folder), cancellation.clone()),
        live: Live::start(pool.clone(), waiter.clone(), tokens.clone(), cancellation.clone()),
        tokens,
        waiter,
        shop: Arc::new(config.shop),
        blobs: config.blobs,
        operations: Arc::new(operations::Unknown),
        pool: pool.clone(),
    };
    let outcome = lifecycle::serve(router(app).0, listener, Edge::default(), cancellation).await;
    pool.close().await;
    outcome
}
