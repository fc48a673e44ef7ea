//! A database that stops answering blocks no command and no process manager forever.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta};
use command_service::{
    idempotency::{self, Command, Held, Keys, PostgresKeys},
    payments::{
        PaymentProvider,
        sandbox::{self, PostgresBooks, Sandbox},
    },
    snapshots::{self, PostgresSnapshots, SnapshotStore},
};
use postgres_kit::{Limits, Pool, parse};
use service_kit::{SystemClock, SystemIds};
use shared_events::StreamId;
use test_support::{SilentProxy, TestDatabase};
use tokio::time::timeout;
use uuid::Uuid;

/// Much longer than the time limits in the test.
const TEST_TIMEOUT: Duration = Duration::from_secs(30);

#[tokio::test]
async fn keys_snapshots_and_the_sandbox_give_up_on_a_silent_database() {
    let database = TestDatabase::create("command-silence", async |url: &str| {
        let pool = Pool::connect(url).await?;
        idempotency::migrate(&pool).await?;
        snapshots::migrate(&pool).await?;
        sandbox::migrate(&pool).await
    })
    .await;
    let limits = Limits::new(Duration::from_secs(1), Duration::from_secs(3));
    let proxy = SilentProxy::before(&database.url()).await;
    let connect = || Pool::new(limits.session(parse(&proxy.url()).unwrap()), 1, limits);
    let keys = PostgresKeys::with_limits(connect(), limits);
    let snapshots = PostgresSnapshots::with_limits(connect(), limits);
    let books = Arc::new(PostgresBooks::with_limits(connect(), limits));
    let sandbox = Sandbox::new(books, Arc::new(SystemClock), Arc::new(SystemIds));
    let noon = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
    let (hour, day) = (TimeDelta::hours(1), TimeDelta::days(1));
    let command = Command { held: Held { id: Uuid::nil(), holder: Uuid::nil() }, request: Uuid::nil() };
    let stream = StreamId::new("test", Uuid::nil());

    let begin = async || keys.begin(&command, noon, noon + hour, noon - day).await.is_ok();
    let find = async || snapshots.find(&stream).await.is_ok();
    let retrieve = async || sandbox.retrieve("unknown").await.is_ok();
    assert!(begin().await && find().await && retrieve().await);
    proxy.hang();
    let silent = timeout(TEST_TIMEOUT, async { tokio::join!(begin(), find(), retrieve()) }).await;
    assert_eq!(silent, Ok((false, false, false)));
}
