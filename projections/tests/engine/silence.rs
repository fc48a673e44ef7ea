//! Tests of database connections that stay open but no longer carry data.

use std::time::{Duration, Instant};

use postgres_kit::Limits;
use projections::engine::RebuildError;
use sqlx::Connection;
use test_support::{SilentProxy, wait_for};

use crate::support::{CountingView, Process, TestCluster, all, rebuild_after_all};

fn short() -> Limits {
    Limits::new(Duration::from_secs(1), Duration::from_secs(3))
}

/// The longest that a view may stand still: a deadline, a lease, and a margin for a busy machine.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(25);

/// Waits until the process has the lease. It has none between the end of its build and the first event that it
/// follows.
async fn until_leased(cluster: &TestCluster, process: &Process) {
    process.settled().await;
    cluster.append_many(1).await;
    process.settled().await;
}

async fn until_seen(cluster: &TestCluster, last: i64) -> Duration {
    let began = Instant::now();
    wait_for("the view to go on", async || (cluster.seen().await.len() as i64 >= last).then_some(())).await;
    assert_eq!(cluster.seen().await, all(1..=last), "each event once");
    began.elapsed()
}

#[tokio::test]
async fn views_recover_by_themselves_when_their_connections_fall_silent() {
    let cluster = TestCluster::new().await;
    let proxy = SilentProxy::before(&cluster.url()).await;
    let (one, other) = (CountingView::new("tally", 1), CountingView::new("other", 1));
    let process = cluster.process_at(&proxy.url(), short(), &[&one, &other]);
    cluster.append_many(10).await;
    process.settled().await;
    for round in 1..=3_u32 {
        let silenced = proxy.silence();
        assert!(silenced >= 3, "two views and a listener: {silenced}");
        cluster.append_many(10).await;
        let took = until_seen(&cluster, i64::from(10 + 10 * round)).await;
        println!("round {round}: {silenced} connections silent, the view went on after {took:?}");
        assert!(took < RECOVERY_TIMEOUT, "{took:?}");
        process.settled().await;
    }
    assert_eq!(cluster.positions("read.other_seen").await, all(1..=40));
}

#[tokio::test]
async fn a_batch_whose_connection_falls_silent_is_written_once() {
    let cluster = TestCluster::new().await;
    let proxy = SilentProxy::before(&cluster.url()).await;
    let tally = CountingView::new("tally", 1);
    let process = cluster.process_at(&proxy.url(), short(), &[&tally]);
    cluster.append_many(10).await;
    process.settled().await;
    tally.before_commit.close();
    cluster.append_many(10).await;
    tally.before_commit.reached().await;
    proxy.silence();
    tally.before_commit.open();
    let took = until_seen(&cluster, 20).await;
    assert!(took < RECOVERY_TIMEOUT, "{took:?}");
}

#[tokio::test]
async fn a_second_process_takes_over_from_a_holder_with_a_half_open_connection() {
    let cluster = TestCluster::new().await;
    let proxy = SilentProxy::before(&cluster.url()).await;
    let (first_tally, second_tally) = (CountingView::new("tally", 1), CountingView::new("tally", 1));
    let first = cluster.process_at(&proxy.url(), short(), &[&first_tally]);
    cluster.append_many(9).await;
    until_leased(&cluster, &first).await;
    let _second = cluster.process_at(&cluster.url(), short(), &[&second_tally]);
    proxy.hang();
    cluster.append_many(10).await;
    let took = until_seen(&cluster, 20).await;
    println!("the second process went on after {took:?}");
    assert!(took < RECOVERY_TIMEOUT, "{took:?}");
    assert_eq!(second_tally.written(), 10);
    // The connection of the first process works again, but another process writes the view now.
    proxy.recover();
    cluster.append_many(10).await;
    until_seen(&cluster, 30).await;
    first.settled().await;
}

#[tokio::test]
async fn a_restarted_process_takes_over_from_a_half_open_connection() {
    let cluster = TestCluster::new().await;
    let proxy = SilentProxy::before(&cluster.url()).await;
    let tally = CountingView::new("tally", 1);
    let first = cluster.process_at(&proxy.url(), short(), &[&tally]);
    cluster.append_many(9).await;
    until_leased(&cluster, &first).await;
    // The server notices neither the silence nor the end of the process.
    proxy.silence();
    drop(first);
    let restarted = cluster.process_at(&proxy.url(), short(), &[&tally]);
    cluster.append_many(10).await;
    let took = until_seen(&cluster, 20).await;
    println!("the restarted process went on after {took:?}");
    assert!(took < RECOVERY_TIMEOUT, "{took:?}");
    restarted.settled().await;
}

#[tokio::test]
async fn a_rebuild_that_loses_its_database_reports_it_and_can_be_continued() {
    let cluster = TestCluster::new().await;
    let (tally, operators) = (CountingView::new("tally", 1), CountingView::new("tally", 1));
    let process = cluster.process_at(&cluster.url(), short(), &[&tally]);
    cluster.append_many(10).await;
    process.settled().await;
    let proxy = SilentProxy::before(&cluster.url()).await;
    let operator = cluster.engine_at(&proxy.url(), short(), &[&operators]);
    operators.before_commit.close();
    let rebuilding = tokio::spawn(async move { operator.rebuild("tally", |_| {}).await });
    operators.before_commit.reached().await;
    proxy.hang();
    operators.before_commit.open();
    let error = rebuilding.await.unwrap().unwrap_err();
    assert!(matches!(error, RebuildError::Lost { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("went away") && text.contains("`views rebuild tally`"), "{text}");
    rebuild_after_all(&process.engine).await;
    assert_eq!(cluster.seen().await, all(1..=10));
}

#[tokio::test]
async fn a_build_keeps_its_lease_while_it_makes_indexes_for_longer_than_a_lease() {
    let cluster = TestCluster::new().await;
    let limits = short();
    let tally = CountingView::new("tally", 1);
    cluster.append_many(10).await;
    tally.before_commit.close();
    let process = cluster.process_at(&cluster.url(), limits, &[&tally]);
    tally.before_commit.reached().await;
    // The transaction waits for the batch, and locks the table before the index build can.
    let mut blocker = sqlx::PgConnection::connect(&cluster.url()).await.unwrap();
    let (locked, has_locked) = tokio::sync::oneshot::channel();
    let (let_go, may_go) = tokio::sync::oneshot::channel::<()>();
    let blocking = tokio::spawn(async move {
        let mut transaction = blocker.begin().await.unwrap();
        let lock = "LOCK TABLE rm_tally_v1.seen IN SHARE ROW EXCLUSIVE MODE";
        sqlx::raw_sql(lock).execute(&mut *transaction).await.unwrap();
        locked.send(()).unwrap();
        may_go.await.unwrap();
        transaction.rollback().await.unwrap();
    });
    let waiting = "SELECT count(*) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE%'";
    wait_for("the lock to wait for the batch", async || {
        let waiting: i64 = sqlx::query_scalar(waiting).fetch_one(&cluster.pool).await.unwrap();
        (waiting == 1).then_some(())
    })
    .await;
    tally.before_commit.open();
    has_locked.await.unwrap();
    let lasts = "SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start)), 0)::float8 FROM pg_stat_activity
                 WHERE datname = current_database() AND state = 'active' AND query LIKE 'CREATE INDEX%'";
    wait_for("the index to take two leases", async || {
        let lasts: f64 = sqlx::query_scalar(lasts).fetch_one(&cluster.pool).await.unwrap();
        (lasts > limits.lease.as_secs_f64() * 2.0).then_some(())
    })
    .await;
    let_go.send(()).unwrap();
    blocking.await.unwrap();
    process.settled().await;
    assert_eq!(tally.written(), 10, "the build was not begun a second time");
}
