//! Tests of several processes that run the same views.

use projections::engine::State;
use test_support::wait_for;

use crate::support::{CountingView, TestCluster, all, generations, serving};

#[tokio::test]
async fn one_process_writes_and_another_takes_over_when_it_crashes() {
    let cluster = TestCluster::new().await;
    let (first_tally, second_tally) = (CountingView::new("tally", 1), CountingView::new("tally", 1));
    let first = cluster.process(&[&first_tally]).await;
    first.settled().await;
    // Between the end of its build and the first event that it follows, a process has no lease, so another process
    // could take it.
    cluster.append_many(1).await;
    first.settled().await;
    let second = cluster.process(&[&second_tally]).await;
    cluster.append_many(99).await;
    first.settled().await;
    assert_eq!((first_tally.written(), second_tally.written()), (100, 0));

    drop(first);
    cluster.append_many(100).await;
    second.settled().await;
    assert_eq!((first_tally.written(), second_tally.written()), (100, 100));
    assert_eq!(cluster.seen().await, all(1..=200));
}

#[tokio::test]
async fn another_process_takes_over_when_one_stops_in_order() {
    let cluster = TestCluster::new().await;
    let (first_tally, second_tally) = (CountingView::new("tally", 1), CountingView::new("tally", 1));
    let first = cluster.process(&[&first_tally]).await;
    cluster.append_many(10).await;
    first.settled().await;
    let second = cluster.process(&[&second_tally]).await;
    first.stop().await;
    cluster.append_many(10).await;
    second.settled().await;
    assert_eq!(second_tally.written(), 10);
    assert_eq!(cluster.seen().await, all(1..=20));
}

#[tokio::test]
async fn processes_that_start_together_build_one_generation() {
    let cluster = TestCluster::new().await;
    cluster.append_many(300).await;
    let tallies =
        [CountingView::new("tally", 1), CountingView::new("tally", 1), CountingView::new("tally", 1)];
    let mut processes = Vec::new();
    for tally in &tallies {
        processes.push(cluster.process(&[tally]).await);
    }
    for process in &processes {
        process.settled().await;
    }
    assert_eq!(generations(&processes[0].engine, "tally").await.len(), 1);
    assert_eq!(cluster.seen().await, all(1..=300));
}

#[tokio::test]
async fn a_build_is_continued_by_another_process_when_the_builder_crashes() {
    let cluster = TestCluster::new().await;
    cluster.append_many(600).await;
    let (first_tally, second_tally) = (CountingView::new("tally", 1), CountingView::new("tally", 1));
    let first = cluster.process(&[&first_tally]).await;
    first_tally.before_commit.close();
    // It does not matter whether a page was written before the gate closed.
    first_tally.before_commit.reached().await;
    let second = cluster.process(&[&second_tally]).await;
    drop(first);
    second.settled().await;
    assert_eq!(first_tally.written() + second_tally.written(), 600);
    assert_eq!(serving(&second.engine, "tally").await.unwrap().number, 1);
    assert_eq!(cluster.seen().await, all(1..=600));
}

#[tokio::test]
async fn a_higher_code_version_builds_beside_the_old_process_and_takes_over() {
    let cluster = TestCluster::new().await;
    cluster.append_many(50).await;
    let (old_tally, new_tally) = (CountingView::new("tally", 1), CountingView::new("tally", 2));
    let old = cluster.process(&[&old_tally]).await;
    old.settled().await;

    new_tally.before_commit.close();
    let new = cluster.process(&[&new_tally]).await;
    new_tally.before_commit.reached().await;
    cluster.append_many(50).await;
    old.settled().await;
    assert_eq!(cluster.seen().await, all(1..=100), "the old generation serves and follows meanwhile");

    new_tally.before_commit.open();
    new.settled().await;
    let served = serving(&new.engine, "tally").await.unwrap();
    assert_eq!((served.number, served.code_version), (2, 2));
    assert_eq!(cluster.seen().await, all(1..=100));

    // The old process still follows with its own generation, for a rollback, and builds nothing.
    let end = cluster.append(crate::support::READ_CATEGORY, 1).await;
    new.settled().await;
    wait_for("the previous generation to follow", async || {
        let generations = generations(&old.engine, "tally").await;
        assert_eq!(generations.len(), 2);
        (generations[0].state == State::Previous && generations[0].position == end).then_some(())
    })
    .await;
    assert_eq!(cluster.positions("rm_tally_v1.seen").await, all(1..=101));
}

#[tokio::test]
async fn a_writer_with_an_outdated_checkpoint_writes_nothing() {
    let (cluster, process, tally) = TestCluster::followed_by_tally(0).await;
    // After the end of its build, a process holds the lease once it has followed an event.
    cluster.append_many(1).await;
    process.settled().await;
    // Acts as a process that held the lease meanwhile: it writes the next five events.
    let mut transaction = postgres_kit::begin(&cluster.pool).await.unwrap();
    for statement in [
        "INSERT INTO rm_tally_v1.seen SELECT generate_series(2, 6)",
        "UPDATE projections.generations SET position = 6",
    ] {
        sqlx::query(statement).execute(&mut *transaction).await.unwrap();
    }
    transaction.commit().await.unwrap();

    cluster.append_many(12).await;
    process.settled().await;
    assert_eq!(tally.written(), 8);
    assert_eq!(cluster.seen().await, all(1..=13));
}
