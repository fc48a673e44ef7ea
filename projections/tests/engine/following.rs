//! Tests of one process that follows the log.

use crate::support::{CountingView, OTHER_CATEGORY, READ_CATEGORY, TestCluster, all, generations, serving};
use projections::engine::{State, Which, migrate};
use shared_events::Position;
use test_support::wait_for;

#[tokio::test]
async fn existing_and_new_events_are_applied_once() {
    let (cluster, process) = TestCluster::following(1_000).await;
    assert_eq!(cluster.seen().await, all(1..=1_000));

    cluster.append_many(500).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=1_500));
    let counted: i64 = sqlx::query_scalar("SELECT sum(events)::bigint FROM read.tally_streams")
        .fetch_one(&cluster.pool)
        .await
        .unwrap();
    assert_eq!(counted, 1_500);
    process.stop().await;
}

#[tokio::test]
async fn batches_grow_during_a_long_catch_up() {
    let cluster = TestCluster::new().await;
    cluster.append_many(3_000).await;
    let tally = CountingView::new("tally", 1);
    cluster.process(&[&tally]).await.settled().await;
    let batches = tally.batches.lock().unwrap().clone();
    assert!(batches.len() <= 5, "{batches:?}");
    assert!(batches.windows(2).take(2).all(|pair| pair[0] < pair[1]), "{batches:?}");
}

#[tokio::test]
async fn the_checkpoint_moves_over_events_that_the_view_does_not_read() {
    let (cluster, process) = TestCluster::following(0).await;
    // After its build, a process must follow an event before its checkpoint can move over unwanted ones.
    let wanted = cluster.append(READ_CATEGORY, 1).await;
    process.settled().await;
    let mut unwanted = wanted;
    for _ in 0..10 {
        unwanted = cluster.append(OTHER_CATEGORY, 2).await;
    }
    process.settled().await;

    assert_eq!(serving(&process.engine, "tally").await.unwrap().position, unwanted);
    assert_eq!(cluster.seen().await, [wanted.0.cast_signed()]);
    let position: i64 = sqlx::query_scalar("SELECT position FROM read.checkpoints WHERE view = 'tally'")
        .fetch_one(&cluster.pool)
        .await
        .unwrap();
    assert_eq!(position, unwanted.0.cast_signed());
}

#[tokio::test]
async fn a_crash_between_rows_and_commit_applies_nothing_twice() {
    let cluster = TestCluster::new().await;
    let tally = CountingView::new("tally", 1);
    let first = cluster.process(&[&tally]).await;
    cluster.append_many(10).await;
    first.settled().await;

    tally.before_commit.close();
    cluster.append_many(10).await;
    tally.before_commit.reached().await;
    drop(first);
    assert_eq!(cluster.seen().await, all(1..=10), "the rows of the crash are not there");

    let _second = cluster.settled_process(1).await;
    assert_eq!(cluster.seen().await, all(1..=20));
}

#[tokio::test]
async fn a_lost_connection_in_the_middle_of_a_batch_applies_nothing_twice() {
    let (cluster, process, tally) = TestCluster::followed_by_tally(0).await;

    tally.before_commit.close();
    cluster.append_many(10).await;
    tally.before_commit.reached().await;
    let ended: Vec<bool> = sqlx::query_scalar(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name LIKE 'greenstall tally %'",
    )
    .fetch_all(&cluster.pool)
    .await
    .unwrap();
    assert_eq!(ended, [true]);
    tally.before_commit.open();

    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=10));
    wait_for("the error to go", async || {
        serving(&process.engine, "tally").await.unwrap().last_error.is_none().then_some(())
    })
    .await;
    assert_eq!(process.engine.parked().await.unwrap(), []);
}

#[tokio::test]
async fn listeners_are_notified_of_commits() {
    let (cluster, _process) = TestCluster::following(0).await;
    let mut listener = sqlx::postgres::PgListener::connect(&cluster.database.url()).await.unwrap();
    listener.listen("greenstall_views").await.unwrap();

    let appended = cluster.append(READ_CATEGORY, 1).await;
    let mut payload = String::new();
    while payload != format!("tally {appended}") {
        let heard = tokio::time::timeout(crate::support::TEST_TIMEOUT, listener.recv());
        payload = heard.await.expect("a notification").unwrap().payload().to_owned();
    }
}

#[tokio::test]
async fn notifications_that_fail_stop_no_view() {
    let (cluster, process) = TestCluster::following(3).await;
    // As when the queue is full, because a session elsewhere in the cluster does not read it.
    let full = "CREATE OR REPLACE FUNCTION pg_catalog.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'too many notifications in the NOTIFY queue'; END $$";
    sqlx::query(full).execute(&cluster.pool).await.unwrap();
    cluster.append_many(3).await;
    process.settled().await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    process.engine.roll_back("tally").await.unwrap();
    cluster.append_many(3).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=9));
}

#[tokio::test]
async fn the_status_shows_the_progress_of_a_view() {
    let cluster = TestCluster::new().await;
    let engine = cluster.engine(&[&CountingView::new("tally", 3)]).await;
    let before = engine.status().await.unwrap();
    assert_eq!((before[0].name, before[0].code_version), ("tally", 3));
    assert!(before[0].generations.is_empty());

    let process = cluster.process(&[&CountingView::new("tally", 3)]).await;
    cluster.append_many(20).await;
    process.settled().await;
    // Postgres updates its row counts a moment later.
    let counted = wait_for("the rows to be counted", async || {
        let generations = generations(&engine, "tally").await;
        (generations[0].rows == 27 && generations[0].running).then(|| generations[0].clone())
    })
    .await;
    assert_eq!((counted.number, counted.code_version, counted.state), (1, 3, State::Serving));
    assert_eq!((counted.position, counted.lag, counted.last_error), (Position(20), 0, None));

    process.stop().await;
    cluster.append_many(2).await;
    // The server releases the lease a moment after the connection was closed.
    let stopped = wait_for("the lease to be given up", async || {
        serving(&engine, "tally").await.filter(|generation| !generation.running)
    })
    .await;
    assert_eq!(stopped.lag, 2);
}

#[tokio::test]
async fn a_wait_that_times_out_names_the_views_that_are_behind() {
    let cluster = TestCluster::new().await;
    let engine = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let moment = std::time::Duration::from_millis(1);
    let error = engine.wait_until(Which::All, Position::START, moment).await.unwrap_err().to_string();
    assert!(error.contains("not reached in 1ms"), "{error}");

    let _process = cluster.settled_process(1).await;
    let soon = std::time::Duration::from_millis(500);
    let error = engine.wait_until(Which::View("tally"), Position(5), soon).await.unwrap_err().to_string();
    assert!(error.ends_with("tally is at 0 of 5"), "{error}");
    let error = engine.wait_until(Which::View("tale"), Position(5), soon).await.unwrap_err().to_string();
    assert_eq!(error, "there is no view called \"tale\"");
}

#[tokio::test]
async fn migrating_again_or_at_the_same_time_changes_nothing() {
    let cluster = TestCluster::new().await;
    let process = cluster.process(&[&CountingView::new("tally", 1)]).await;
    cluster.append_many(3).await;
    process.settled().await;
    let (one, two) = tokio::join!(migrate(&cluster.pool), migrate(&cluster.pool));
    one.unwrap();
    two.unwrap();
    assert_eq!(cluster.seen().await, all(1..=3));
}

#[tokio::test]
async fn generations_of_an_earlier_version_are_taken_over() {
    let cluster = TestCluster::new().await;
    let earlier = "DROP TABLE projections.parked, projections.skipped, projections.requests, projections.views;
                   ALTER TABLE projections.generations
                       DROP COLUMN events, DROP COLUMN events_per_second, DROP COLUMN positions_per_second,
                       DROP CONSTRAINT known_state,
                       ADD CONSTRAINT generations_state_check
                           CHECK (state IN ('building', 'serving', 'previous', 'retired'));
                   INSERT INTO projections.generations (view, generation, code_version, state, created_at, updated_at)
                       VALUES ('tally', 1, 1, 'retired', now(), now());
                   COMMENT ON TABLE projections.generations IS NULL;";
    sqlx::raw_sql(earlier).execute(&cluster.pool).await.unwrap();
    migrate(&cluster.pool).await.unwrap();
    let process = cluster.process(&[&CountingView::new("tally", 1)]).await;
    cluster.append_many(3).await;
    process.settled().await;
    assert!(process.engine.verify("tally", |_| {}).await.unwrap().is_clean());
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 2);
    assert_eq!(cluster.seen().await, all(1..=3));
}
