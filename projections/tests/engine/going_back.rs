//! Tests of a program beside, after and before one whose code of a view is newer.

use postgres_kit::Limits;
use projections::engine::State;
use std::time::{Duration, Instant};
use test_support::wait_for;

use crate::support::{CountingView, Process, READ_CATEGORY, TestCluster, all, generations, serving};

const LEASE: Duration = Duration::from_secs(1);

/// A process with this version of the code, whose leases are short.
fn process(cluster: &TestCluster, code_version: i32) -> Process {
    let limits = Limits::new(Duration::from_secs(60), LEASE);
    cluster.process_at(&cluster.url(), limits, &[&CountingView::new("tally", code_version)])
}

/// Waits until the view is served by this version of the code and has the whole log.
async fn served_by(cluster: &TestCluster, process: &Process, code_version: i32) {
    let head = process.engine.head().await.unwrap();
    wait_for("the version to serve", async || {
        let now = serving(&process.engine, "tally").await?;
        (now.code_version == code_version && now.position >= head).then_some(())
    })
    .await;
    assert_eq!(cluster.seen().await, all(1..=head.0.cast_signed()));
}

#[tokio::test]
async fn an_older_program_builds_its_own_generation_once_the_newer_one_is_gone() {
    let cluster = TestCluster::new().await;
    cluster.append_many(50).await;
    let newer = process(&cluster, 2);
    served_by(&cluster, &newer, 2).await;
    newer.stop().await;

    let older = process(&cluster, 1);
    cluster.append_many(10).await;
    served_by(&cluster, &older, 1).await;
    assert_eq!(older.engine.status().await.unwrap()[0].rolled_back_from, None, "no operator has decided");

    // And forward again: the newer program finds its generation, catches up and lets it serve.
    older.stop().await;
    cluster.append_many(10).await;
    let newer = process(&cluster, 2);
    served_by(&cluster, &newer, 2).await;
    let builds = generations(&newer.engine, "tally").await;
    assert_eq!(builds.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2], "nothing was built again");
}

#[tokio::test]
async fn an_older_program_takes_its_previous_generation_back() {
    let cluster = TestCluster::new().await;
    cluster.append_many(50).await;
    let older = process(&cluster, 1);
    served_by(&cluster, &older, 1).await;
    older.stop().await;
    let newer = process(&cluster, 2);
    served_by(&cluster, &newer, 2).await;
    cluster.append_many(10).await;
    served_by(&cluster, &newer, 2).await;
    newer.stop().await;

    let older = process(&cluster, 1);
    cluster.append_many(10).await;
    served_by(&cluster, &older, 1).await;
    let builds = generations(&older.engine, "tally").await;
    let builds: Vec<_> = builds.iter().map(|one| (one.number, one.state)).collect();
    assert_eq!(builds, [(1, State::Serving), (2, State::Previous)]);
}

#[tokio::test]
async fn an_older_program_beside_a_newer_one_changes_nothing() {
    let cluster = TestCluster::new().await;
    cluster.append_many(50).await;
    let older = process(&cluster, 1);
    served_by(&cluster, &older, 1).await;
    let newer = process(&cluster, 2);
    served_by(&cluster, &newer, 2).await;
    let began = Instant::now();
    while began.elapsed() < 2 * LEASE {
        let end = cluster.append(READ_CATEGORY, 1).await;
        wait_for("both to follow, with leases", async || {
            let builds = generations(&older.engine, "tally").await;
            assert_eq!(
                builds.iter().map(|one| one.state).collect::<Vec<_>>(),
                [State::Previous, State::Serving]
            );
            builds.iter().all(|one| one.position == end && one.running).then_some(())
        })
        .await;
    }
    served_by(&cluster, &newer, 2).await;
    let refused = older.engine.rebuild("tally", |_| {}).await.unwrap_err().to_string();
    assert!(refused.contains("newer version of the program, which runs"), "{refused}");
}

#[tokio::test]
async fn an_operator_of_an_older_program_need_not_wait() {
    let cluster = TestCluster::new().await;
    cluster.append_many(20).await;
    let newer = cluster.settled_process(2).await;
    newer.stop().await;
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let advice = operator.roll_back("tally").await.unwrap_err().to_string();
    assert!(advice.contains("`views rebuild tally` builds one"), "{advice}");
    wait_for("the newer program's lease to end", async || operator.rebuild("tally", |_| {}).await.ok()).await;
    assert_eq!(serving(&operator, "tally").await.unwrap().code_version, 1);
    assert_eq!(cluster.seen().await, all(1..=20));
}
