//! Tests with a server that is restarted with fewer connections, and with one that gives no more of them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use embedded_postgres::{EmbeddedPostgres, Options};
use postgres_kit::{Limits, Pool, parse};
use sqlx::{Connection, PgConnection};
use tokio::task::{JoinSet, yield_now};

/// The default of `superuser_reserved_connections`.
const RESERVED: u32 = 3;

/// Starts the server with this many connections. A folder is used again.
async fn start(folder: &Path, max_connections: u32) -> EmbeddedPostgres {
    let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/postgres/node_modules");
    let options = Options {
        binaries: std::env::var("GREENSTALL_DATABASE__BINARIES").unwrap_or_default().parse().unwrap(),
        node_modules: vec![node_modules],
        durable: false,
        settings: vec![format!("max_connections={max_connections}")],
        folder: PathBuf::from(folder).join("postgres"),
    };
    EmbeddedPostgres::start(&options).await.unwrap()
}

/// A pool with half of what the server allows, sixteen at most.
fn pool(server: &EmbeddedPostgres) -> Pool {
    let limits = Limits::default();
    let database = limits.session(parse(&server.url("postgres")).unwrap());
    Pool::fitting(database, limits, |allowed| (allowed / 2).min(16))
}

/// This many callers read at the same time.
async fn read(pool: &Pool, callers: usize) {
    let mut reading = JoinSet::new();
    for _ in 0..callers {
        let pool = pool.clone();
        reading.spawn(async move { sqlx::raw_sql("SELECT pg_sleep(0.01)").execute(&pool).await });
    }
    for read in reading.join_all().await {
        read.unwrap();
    }
}

#[tokio::test]
async fn pools_follow_the_number_of_connections_that_a_restarted_server_allows() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path(), 60).await;
    let pool = pool(&server);
    let half = pool.half(parse(&server.url("postgres")).unwrap(), Limits::default());
    tokio::join!(read(&pool, 40), read(&half, 40));
    assert_eq!((pool.max_connections(), half.max_connections()), (16, 8));
    for (allowed, sizes) in [(9, (4, 2)), (30, (15, 8)), (57, (16, 8))] {
        server.stop().await.unwrap();
        server = start(folder.path(), allowed + RESERVED).await;
        // Each connection from before the restart fails once.
        while (pool.max_connections(), half.max_connections()) != sizes {
            let [one, other] = [&pool, &half].map(|pool| sqlx::raw_sql("SELECT 1").execute(pool));
            let _ = tokio::join!(one, other);
        }
        tokio::join!(read(&pool, 40), read(&half, 40));
        assert_eq!((pool.max_connections(), half.max_connections()), sizes, "of {allowed}");
        assert!(pool.size() <= sizes.0 && half.size() <= sizes.1, "of {allowed}: {pool:?} {half:?}");
    }
    assert!(!pool.was_short_within(Duration::from_secs(3600)));
    server.stop().await.unwrap();
}

/// A pool of 8 with one connection, on a server that gives no other, and the sessions that occupy this server.
async fn pool_on_a_full_server(server: &EmbeddedPostgres) -> (Pool, Vec<PgConnection>) {
    let pool = pool(server);
    // The first connection learns the pool's size, and the second one stays.
    for _ in 0..2 {
        read(&pool, 1).await;
    }
    let mut others = Vec::new();
    while let Ok(other) = PgConnection::connect(&server.url("postgres")).await {
        others.push(other);
    }
    assert_eq!((pool.max_connections(), pool.size()), (8, 1));
    (pool, others)
}

#[tokio::test]
async fn a_full_server_leaves_the_pool_the_connections_that_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), 20).await;
    let (pool, others) = pool_on_a_full_server(&server).await;
    read(&pool, 40).await;
    for other in others {
        other.close().await.unwrap();
    }
    read(&pool, 40).await;
    server.stop().await.unwrap();
}

#[tokio::test]
async fn callers_that_keep_coming_leave_connections_to_those_that_cannot_open_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), 20).await;
    let (pool, _others) = pool_on_a_full_server(&server).await;
    let only = pool.acquire().await.unwrap();
    let mut openers = JoinSet::new();
    for _ in 0..7 {
        let pool = pool.clone();
        openers.spawn(async move { read(&pool, 1).await });
    }
    while pool.size() < 8 {
        yield_now().await;
    }
    let served = Arc::new(AtomicBool::new(false));
    let mut coming = JoinSet::new();
    for _ in 0..4 {
        let (pool, served) = (pool.clone(), Arc::clone(&served));
        coming.spawn(async move {
            while !served.load(Ordering::Relaxed) {
                read(&pool, 1).await;
            }
        });
    }
    drop(only);
    openers.join_all().await;
    served.store(true, Ordering::Relaxed);
    coming.join_all().await;
    server.stop().await.unwrap();
}
