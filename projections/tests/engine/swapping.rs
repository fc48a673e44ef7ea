//! Tests of queries while one generation replaces another.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use projections::engine::{Phase, Which};
use shared_events::Position;
use sqlx::{Connection, PgConnection};

use crate::support::{CountingView, READ_CATEGORY, TEST_TIMEOUT, TestCluster, all, read_on, serving};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn repeated_rebuilds_fail_no_read_and_move_no_position_back() {
    let cluster = Arc::new(TestCluster::new().await);
    cluster.append_many(1_000).await;
    let process = cluster.settled_process(1).await;

    let stop = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> =
        (0..3).map(|_| tokio::spawn(read_on(cluster.pool.clone(), Arc::clone(&stop)))).collect();
    let appending = {
        let (cluster, stop, engine) = (Arc::clone(&cluster), Arc::clone(&stop), process.engine.clone());
        tokio::spawn(async move {
            loop {
                let mut end = Position::START;
                for _ in 0..20 {
                    end = cluster.append(READ_CATEGORY, 3).await;
                }
                // Append only as fast as the view can follow.
                engine.wait_until(Which::All, end, TEST_TIMEOUT).await.expect("the view follows");
                if stop.load(Ordering::Relaxed) {
                    return end.0.cast_signed();
                }
            }
        })
    };
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    for _ in 0..5 {
        operator.rebuild("tally", |_| {}).await.unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    let appended = appending.await.unwrap();
    for reader in readers {
        assert!(reader.await.expect("no read fails") > 0);
    }
    process.settled().await;
    assert_eq!(serving(&operator, "tally").await.unwrap().number, 6);
    assert_eq!(cluster.seen().await, all(1..=appended));
}

#[tokio::test]
async fn a_rebuild_gives_the_same_tables() {
    let (cluster, process) = TestCluster::following(700).await;
    // All columns except the ids of the transactions that wrote the rows.
    let everything = "SELECT (SELECT md5(string_agg(row::text, ',' ORDER BY row::text))
                              FROM (SELECT to_jsonb(t) AS row FROM read.tally_seen t) AS rows),
                             (SELECT md5(string_agg(row::text, ',' ORDER BY row::text))
                              FROM (SELECT to_jsonb(t) AS row FROM read.tally_streams t) AS rows)";
    let before: (String, String) = sqlx::query_as(everything).fetch_one(&cluster.pool).await.unwrap();
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    let after: (String, String) = sqlx::query_as(everything).fetch_one(&cluster.pool).await.unwrap();
    assert_eq!(before, after);
}

#[tokio::test]
async fn a_swap_waits_for_a_slow_query_without_blocking_others() {
    let (cluster, process) = TestCluster::following(20).await;

    let mut slow = PgConnection::connect_with(&cluster.pool.connect_options()).await.unwrap();
    let mut query = slow.begin().await.unwrap();
    sqlx::query("SELECT count(*) FROM read.tally_seen").execute(&mut *query).await.unwrap();

    let (report, mut reported) = tokio::sync::mpsc::unbounded_channel();
    let engine = process.engine.clone();
    let building = tokio::spawn(async move {
        engine.rebuild("tally", |progress| report.send(progress.phase).unwrap()).await
    });
    let mut attempts = 0;
    while attempts < 3 {
        attempts += usize::from(reported.recv().await.expect("it is not done") == Phase::Swapping);
        assert_eq!(cluster.seen().await, all(1..=20), "others read meanwhile");
    }
    let position = cluster.append(READ_CATEGORY, 1).await;
    process.settled().await;
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 1, "and what serves goes on");

    query.rollback().await.unwrap();
    building.await.unwrap().unwrap();
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 2);
    assert_eq!(cluster.seen().await, all(1..=position.0.cast_signed()));
}
