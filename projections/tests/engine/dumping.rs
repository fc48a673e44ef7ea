//! Tests of views whose tables another session reads for a long time, as a dump does.

use shared_events::Position;
use sqlx::{Connection, PgConnection};
use test_support::{LOCKS_OF_A_DUMP, wait_for};

use crate::support::{READ_CATEGORY, TestCluster, all, serving};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_view_goes_on_while_a_rebuild_waits_for_a_dump() {
    let (cluster, process) = TestCluster::following(20).await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    let mut dump = PgConnection::connect(&cluster.url()).await.unwrap();
    sqlx::raw_sql(LOCKS_OF_A_DUMP).execute(&mut dump).await.unwrap();

    let engine = process.engine.clone();
    let building = tokio::spawn(async move { engine.rebuild("tally", |_| {}).await });
    // The build first drops the tables of generation 1.
    wait_for("the build to wait for the dump", async || {
        let waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
                         AND relation IN ('rm_tally_v1.seen'::regclass, 'rm_tally_v1.streams'::regclass))";
        sqlx::query_scalar::<_, bool>(waits).fetch_one(&cluster.pool).await.unwrap().then_some(())
    })
    .await;
    let locked = "SELECT position FROM projections.generations WHERE view = 'tally' AND generation = 2
                  FOR UPDATE NOWAIT";
    let serving_row = wait_for("a moment between two batches of the writer", async || {
        sqlx::query_scalar::<_, i64>(locked).fetch_one(&cluster.pool).await.ok()
    });
    tokio::time::timeout(std::time::Duration::from_millis(300), serving_row)
        .await
        .expect("the build that waits holds no lock that the serving generation needs");
    cluster.append(READ_CATEGORY, 3).await;
    process.settled().await;
    assert!(!building.is_finished());

    dump.close().await.unwrap();
    building.await.unwrap().unwrap();
    assert_eq!(serving(&process.engine, "tally").await.unwrap().position, Position(21));
    assert_eq!(cluster.seen().await, all(1..=21));
    assert_eq!(cluster.schemas().await, ["rm_tally_v2".into(), "rm_tally_v3".into()].into());
}
