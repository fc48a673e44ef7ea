//! Tests of rolling back to the previous generation.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use projections::engine::{RebuildError, State, Which};
use shared_events::Position;
use sqlx::{Connection, PgConnection};
use test_support::wait_for;

use crate::support::{
    CountingView, READ_CATEGORY, TEST_TIMEOUT, TestCluster, all, generations, read_on, serving,
};

#[tokio::test]
async fn a_rollback_lets_the_previous_generation_serve_and_the_other_follow() {
    let (cluster, process) = TestCluster::following(50).await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    cluster.append_many(10).await;

    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    operator.roll_back("tally").await.unwrap();
    assert_eq!(serving(&operator, "tally").await.unwrap().number, 1);
    let end = cluster.append(READ_CATEGORY, 1).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=61));
    wait_for("the other to follow", async || {
        let other = generations(&operator, "tally").await.remove(1);
        assert_eq!((other.number, other.state), (2, State::Previous));
        (other.position == end).then_some(())
    })
    .await;
    operator.roll_back("tally").await.unwrap();
    assert_eq!(serving(&operator, "tally").await.unwrap().number, 2, "and forth again");
    let rolled_back_from = operator.status().await.unwrap().remove(0).rolled_back_from;
    assert_eq!(rolled_back_from, None, "both are builds of the same code: there is nothing to hold back");
    assert_eq!(cluster.seen().await, all(1..=61));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn rollbacks_fail_no_read_and_neither_move_nor_announce_a_position_back() {
    let cluster = Arc::new(TestCluster::new().await);
    cluster.append_many(300).await;
    let process = cluster.settled_process(1).await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    let mut listener = sqlx::postgres::PgListener::connect(&cluster.database.url()).await.unwrap();
    listener.listen("greenstall_views").await.unwrap();

    let stop = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> =
        (0..3).map(|_| tokio::spawn(read_on(cluster.pool.clone(), Arc::clone(&stop)))).collect();
    let appending = {
        let (cluster, stop) = (Arc::clone(&cluster), Arc::clone(&stop));
        tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                cluster.append(READ_CATEGORY, 3).await;
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        })
    };
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    for _ in 0..6 {
        operator.roll_back("tally").await.unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    appending.await.unwrap();
    for reader in readers {
        assert!(reader.await.expect("no read fails") > 0);
    }
    process.settled().await;
    let head = process.engine.head().await.unwrap();
    assert_eq!(cluster.seen().await, all(1..=head.0.cast_signed()));
    let mut announced = Position::START;
    while announced < head {
        let heard =
            tokio::time::timeout(TEST_TIMEOUT, listener.recv()).await.expect("a notification").unwrap();
        let position = heard.payload().strip_prefix("tally ").unwrap().parse().unwrap();
        assert!(position >= announced, "{position} is announced after {announced}");
        announced = position;
    }
}

#[tokio::test]
async fn a_rolled_back_version_is_not_built_until_requested() {
    let (cluster, _old) = TestCluster::following(50).await;
    let new = cluster.settled_process(2).await;
    assert_eq!(serving(&new.engine, "tally").await.unwrap().code_version, 2);

    new.engine.roll_back("tally").await.unwrap();
    assert_eq!(new.engine.status().await.unwrap()[0].rolled_back_from, Some(2));
    // A process that starts with that version serves the generation of the older one, and plans no build.
    new.stop().await;
    let new = cluster.process(&[&CountingView::new("tally", 2)]).await;
    let end = cluster.append(READ_CATEGORY, 1).await;
    new.engine.wait_until(Which::All, end, TEST_TIMEOUT).await.unwrap();
    wait_for("the newer one to follow", async || {
        let newer = generations(&new.engine, "tally").await.remove(1);
        (newer.position == end).then_some(())
    })
    .await;
    assert_eq!(generations(&new.engine, "tally").await.len(), 2);
    assert_eq!(serving(&new.engine, "tally").await.unwrap().code_version, 1);

    // A rollback to this version ends the hold on it.
    new.engine.roll_back("tally").await.unwrap();
    assert_eq!(new.engine.status().await.unwrap()[0].rolled_back_from, None);
    assert_eq!(serving(&new.engine, "tally").await.unwrap().code_version, 2);
    new.engine.roll_back("tally").await.unwrap();

    // A later version is built automatically, and any version on request.
    let newest = cluster.settled_process(3).await;
    assert_eq!(serving(&newest.engine, "tally").await.unwrap().code_version, 3);
}

#[tokio::test]
async fn a_rebuild_allows_a_rolled_back_version_again() {
    let (cluster, _old) = TestCluster::following(20).await;
    let new = cluster.settled_process(2).await;
    new.engine.roll_back("tally").await.unwrap();
    new.engine.rebuild("tally", |_| {}).await.unwrap();
    let status = new.engine.status().await.unwrap().remove(0);
    assert_eq!(status.rolled_back_from, None);
    assert_eq!(serving(&new.engine, "tally").await.unwrap().code_version, 2);
}

#[tokio::test]
async fn a_rollback_catches_up_by_itself_when_no_process_follows() {
    let cluster = TestCluster::new().await;
    cluster.append_many(20).await;
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    operator.rebuild("tally", |_| {}).await.unwrap();
    cluster.append_many(30).await;
    operator.rebuild("tally", |_| {}).await.unwrap();
    operator.roll_back("tally").await.unwrap();
    let served = serving(&operator, "tally").await.unwrap();
    assert_eq!((served.number, served.position), (1, Position(50)));
    assert_eq!(cluster.seen().await, all(1..=50));
}

#[tokio::test]
async fn a_roll_back_that_would_serve_stale_data_is_refused() {
    let (cluster, old) = TestCluster::following(20).await;
    let new = cluster.process(&[&CountingView::new("tally", 2)]).await;
    let nothing =
        cluster.engine(&[&CountingView::new("other", 1)]).await.roll_back("other").await.unwrap_err();
    assert!(nothing.to_string().contains("no generation before"), "{nothing}");
    new.settled().await;
    old.stop().await;
    cluster.append_many(5).await;
    new.settled().await;
    let refused = new.engine.roll_back("tally").await.unwrap_err();
    assert!(matches!(refused, RebuildError::NoWayBack { .. }));
    let text = refused.to_string();
    assert!(text.contains("filled by version 1 of the view's code, and no program with it runs"), "{text}");
    assert!(text.contains("at position 20, and readers have seen 25"), "{text}");
    assert_eq!(serving(&new.engine, "tally").await.unwrap().number, 2);
}

#[tokio::test]
async fn a_slow_query_delays_a_rollback() {
    let (cluster, process) = TestCluster::following(20).await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    let mut slow = PgConnection::connect_with(&cluster.pool.connect_options()).await.unwrap();
    let mut query = slow.begin().await.unwrap();
    sqlx::query("SELECT count(*) FROM read.tally_seen").execute(&mut *query).await.unwrap();
    let engine = process.engine.clone();
    let going = tokio::spawn(async move { engine.roll_back("tally").await });
    let position = cluster.append(READ_CATEGORY, 1).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=21), "others read meanwhile, and what serves goes on");
    assert!(!going.is_finished());
    query.rollback().await.unwrap();
    going.await.unwrap().unwrap();
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 1);
    assert!(serving(&process.engine, "tally").await.unwrap().position >= position);
}

#[tokio::test]
async fn a_rollback_waits_for_a_follower_that_is_behind() {
    let cluster = TestCluster::new().await;
    cluster.append_many(20).await;
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    operator.rebuild("tally", |_| {}).await.unwrap();
    cluster.append_many(30).await;
    operator.rebuild("tally", |_| {}).await.unwrap();
    // Another process holds the lease of the previous generation, and does not move it.
    let mut slow = PgConnection::connect_with(&cluster.pool.connect_options()).await.unwrap();
    let lease = "SELECT pg_advisory_lock(1986618743, id) FROM projections.generations WHERE generation = 1";
    sqlx::query(lease).execute(&mut slow).await.unwrap();
    assert_eq!(generations(&operator, "tally").await[0].position, Position(20));

    let engine = operator.clone();
    let going = tokio::spawn(async move { engine.roll_back("tally").await });
    for _ in 0..50 {
        let served = serving(&operator, "tally").await.unwrap();
        assert_eq!((served.number, served.position), (2, Position(50)), "no position goes back");
    }
    slow.close().await.unwrap();
    let process = cluster.process(&[&CountingView::new("tally", 1)]).await;
    going.await.unwrap().unwrap();
    let served = serving(&process.engine, "tally").await.unwrap();
    assert_eq!((served.number, served.position), (1, Position(50)));
    assert_eq!(cluster.seen().await, all(1..=50));
}
