//! Tests of builds that an operator runs beside the serving process.

use std::sync::Arc;

use projections::engine::{Engine, Phase, Progress, RebuildError, State};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{CountingView, TEST_TIMEOUT, TestCluster, all, generations, rebuild_after_all, serving};

#[tokio::test]
async fn the_serving_process_takes_the_new_generation_over_and_the_old_one_follows() {
    let (cluster, process) = TestCluster::following(300).await;

    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    operator.rebuild("tally", |_| {}).await.unwrap();
    drop(operator);
    cluster.append_many(10).await;
    process.settled().await;
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 2);
    assert_eq!(cluster.seen().await, all(1..=310));
    wait_for("the previous generation to follow", async || {
        let previous = generations(&process.engine, "tally").await.into_iter().next()?;
        assert_eq!((previous.number, previous.state), (1, State::Previous));
        (previous.position == Position(310)).then_some(())
    })
    .await;
    assert_eq!(cluster.positions("rm_tally_v1.seen").await, all(1..=310));
}

#[tokio::test]
async fn exactly_one_previous_generation_is_kept() {
    let (cluster, process) = TestCluster::following(30).await;
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    for _ in 0..3 {
        operator.rebuild("tally", |_| {}).await.unwrap();
    }
    assert_eq!(cluster.schemas().await, ["rm_tally_v3".into(), "rm_tally_v4".into()].into());

    operator.retire_previous("tally").await.unwrap();
    assert_eq!(cluster.schemas().await, ["rm_tally_v4".into()].into());
    cluster.append_many(5).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=35));
    assert_eq!(generations(&operator, "tally").await.len(), 1);
}

#[tokio::test]
async fn an_interrupted_build_continues_where_it_stopped() {
    let (cluster, _process) = TestCluster::following(2_000).await;

    // The operator's build is aborted when its first page is written and its second is not.
    let tally = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&tally]).await;
    {
        let closing = Arc::clone(&tally);
        let first = operator.rebuild("tally", move |progress| {
            if progress.events > 0 {
                closing.before_commit.close();
            }
        });
        tokio::select! {
            ended = first => panic!("it was to be interrupted: {ended:?}"),
            () = tally.before_commit.reached() => {}
        }
    }
    tally.before_commit.open();
    let written_at_first = tally.written();
    assert!(written_at_first > 0 && written_at_first < 2_000, "{written_at_first}");
    let left = generations(&operator, "tally").await.pop().unwrap();
    assert_eq!((left.number, left.state), (2, State::Building));
    assert_eq!(left.position.0 as usize, written_at_first);

    let mut reports: Vec<Progress> = Vec::new();
    wait_for("the interrupted session to end", async || {
        match operator.rebuild("tally", |progress| reports.push(progress)).await {
            Ok(()) => Some(()),
            Err(RebuildError::Busy(_)) => None,
            Err(error) => panic!("{error}"),
        }
    })
    .await;
    assert_eq!(reports[0].position, left.position, "it goes on where it stopped");
    assert_eq!(reports.last().unwrap().events as usize, 2_000 - written_at_first);
    assert_eq!(serving(&operator, "tally").await.unwrap().number, 2);
    assert_eq!(cluster.seen().await, all(1..=2_000));
}

#[tokio::test]
async fn progress_is_reported_up_to_the_swap() {
    let (_cluster, process) = TestCluster::following(2_000).await;
    let mut reports: Vec<Progress> = Vec::new();
    process.engine.rebuild("tally", |progress| reports.push(progress)).await.unwrap();

    let phases: Vec<Phase> = reports.iter().map(|report| report.phase).collect();
    assert_eq!(phases.first(), Some(&Phase::Filling));
    assert_eq!(phases[phases.len() - 2..], [Phase::Indexing, Phase::Swapping]);
    assert!(reports.is_sorted_by_key(|report| report.position));
    assert!(reports.iter().all(|report| report.head == Position(2_000)));
    let last = reports.last().unwrap();
    assert_eq!((last.position, last.events), (Position(2_000), 2_000));
    assert!(last.events_per_second > 0.0);
}

#[tokio::test]
async fn only_one_process_builds_a_view_at_a_time() {
    let cluster = TestCluster::new().await;
    cluster.append_many(10).await;
    let tally = CountingView::new("tally", 1);
    let first = cluster.engine(&[&tally]).await;
    tally.before_commit.close();
    let building = tokio::spawn(async move { first.rebuild("tally", |_| {}).await });
    tally.before_commit.reached().await;

    let second = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let refused = second.rebuild("tally", |_| {}).await.unwrap_err();
    assert_eq!(refused.to_string(), "tally is being built already");
    tally.before_commit.open();
    tokio::time::timeout(TEST_TIMEOUT, building).await.unwrap().unwrap().unwrap();
    assert_eq!(generations(&second, "tally").await.len(), 1);
}

#[tokio::test]
async fn indexes_are_made_and_the_planner_knows_the_tables() {
    let cluster = TestCluster::new().await;
    cluster.append_many(500).await;
    let engine = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    engine.rebuild("tally", |_| {}).await.unwrap();
    let (indexes, rows): (i64, f32) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM pg_indexes WHERE schemaname = 'rm_tally_v1' AND indexname = 'seen_position'),
                (SELECT reltuples FROM pg_class WHERE oid = 'rm_tally_v1.seen'::regclass)",
    )
    .fetch_one(&cluster.pool)
    .await
    .unwrap();
    assert_eq!((indexes, rows), (1, 500.0));
}

/// Interrupts a build while its first page is being written. Its tables exist and are empty.
async fn interrupted(cluster: &TestCluster) -> Engine {
    cluster.append_many(500).await;
    let tally = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&tally]).await;
    tally.before_commit.close();
    tokio::select! {
        ended = operator.rebuild("tally", |_| {}) => panic!("it was to be interrupted: {ended:?}"),
        () = tally.before_commit.reached() => {}
    }
    tally.before_commit.open();
    operator
}

#[tokio::test]
async fn indexes_that_an_interrupted_build_has_made_are_kept() {
    let cluster = TestCluster::new().await;
    let operator = interrupted(&cluster).await;
    // The statement waits until the interrupted transaction has ended.
    sqlx::query("CREATE INDEX seen_position ON rm_tally_v1.seen (position)")
        .execute(&cluster.pool)
        .await
        .unwrap();
    let made = "SELECT 'rm_tally_v1.seen_position'::regclass::oid::bigint";
    let before: i64 = sqlx::query_scalar(made).fetch_one(&cluster.pool).await.unwrap();

    rebuild_after_all(&operator).await;
    assert_eq!(sqlx::query_scalar::<_, i64>(made).fetch_one(&cluster.pool).await.unwrap(), before);
    assert_eq!(cluster.seen().await, all(1..=500));
}

#[tokio::test]
async fn a_build_does_not_wait_for_the_index_of_a_dead_process() {
    let cluster = TestCluster::new().await;
    let operator = interrupted(&cluster).await;
    // Stands for the second connection of a killed process: it holds the helper's lock and the lock of an unfinished
    // index.
    let mut left = cluster.pool.acquire().await.unwrap();
    sqlx::raw_sql(
        "SELECT pg_advisory_lock(x'76696578'::int, id) FROM projections.generations;
         BEGIN; LOCK TABLE rm_tally_v1.seen IN SHARE MODE",
    )
    .execute(&mut *left)
    .await
    .unwrap();

    tokio::time::timeout(TEST_TIMEOUT, rebuild_after_all(&operator)).await.unwrap();
    assert_eq!(cluster.seen().await, all(1..=500));
    assert!(sqlx::query("SELECT 1").execute(&mut *left).await.is_err(), "its connection was ended");
}

#[tokio::test]
async fn an_older_program_does_not_replace_the_generation_of_a_newer_one() {
    let cluster = TestCluster::new().await;
    cluster.append_many(10).await;
    let _newer = cluster.settled_process(2).await;
    let older = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let error = older.rebuild("tally", |_| {}).await.unwrap_err().to_string();
    assert!(error.contains("generation 1 was built by a newer version"), "{error}");
    assert_eq!(cluster.schemas().await, ["rm_tally_v1".into()].into());
}
