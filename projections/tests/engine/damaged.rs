//! Tests of builds whose tables somebody else has changed.

use test_support::wait_for;

use crate::support::{CountingView, TestCluster, all, generations, serving, shown_error};

/// A cluster with an interrupted build of the view `tally`.
async fn interrupted() -> TestCluster {
    let cluster = TestCluster::new().await;
    cluster.append_many(1_500).await;
    let tally = CountingView::new("tally", 1);
    tally.before_commit.close_after(1);
    let process = cluster.process(&[&tally]).await;
    tally.before_commit.reached().await;
    drop(process);
    cluster
}

#[tokio::test]
async fn a_build_whose_tables_are_gone_is_begun_again() {
    let cluster = interrupted().await;
    cluster.execute("DROP SCHEMA rm_tally_v1 CASCADE").await;
    let process = cluster.settled_process(1).await;
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 2);
    assert_eq!(cluster.seen().await, all(1..=1_500));
}

#[tokio::test]
async fn a_build_with_rows_of_somebody_else_is_begun_again() {
    let cluster = interrupted().await;
    cluster.execute("ALTER TABLE rm_tally_v1.seen ADD UNIQUE (position)").await;
    cluster.execute("INSERT INTO rm_tally_v1.seen VALUES (1500)").await;
    let process = cluster.settled_process(1).await;
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 2);
    assert_eq!(cluster.seen().await, all(1..=1_500));
}

#[tokio::test]
async fn a_build_that_is_damaged_twice_is_left_to_an_operator() {
    let cluster = interrupted().await;
    cluster.execute("DROP TABLE rm_tally_v1.seen").await;
    // Somebody else has taken the name of the next build's schema.
    cluster.execute("CREATE SCHEMA rm_tally_v2").await;
    let process = cluster.process(&[&CountingView::new("tally", 1)]).await;
    let error = wait_for("the second damage", async || {
        Some(shown_error(&process.engine, "tally").await)
            .filter(|error| error.contains("views rebuild tally"))
    })
    .await;
    assert!(error.contains("rm_tally_v"), "{error}");
    assert_eq!(generations(&process.engine, "tally").await.len(), 1, "it was begun again once");
    process.stop().await;
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    crate::support::rebuild_after_all(&operator).await;
    assert_eq!(serving(&operator, "tally").await.unwrap().number, 3);
    assert_eq!(cluster.seen().await, all(1..=1_500));
}
