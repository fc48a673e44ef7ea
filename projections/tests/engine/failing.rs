//! Tests of views that cannot go on.

use projections::engine::{Failure, RebuildError, Which};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{Process, TEST_TIMEOUT, Tally, Trouble, World, all, generations, serving, shown_error};

/// A process with a view that fails at the next events, and a view that does not.
async fn in_trouble(trouble: Trouble) -> (World, Process, std::sync::Arc<Tally>) {
    let world = World::new().await;
    let (tally, other) = (Tally::new("tally", 1), Tally::new("other", 1));
    let process = world.process(&[&tally, &other]).await;
    process.settled().await;
    tally.trips_over(trouble);
    (world, process, tally)
}

async fn goes_on_when_the_trouble_is_over(world: &World, process: &Process, tally: &Tally, count: i64) {
    tally.trips_over(Trouble::None);
    process.settled().await;
    assert_eq!(world.seen().await, all(1..=count));
    wait_for("the error to go", async || {
        serving(&process.engine, "tally").await.unwrap().last_error.is_none().then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_bug_in_a_view_is_shown_and_does_not_stop_the_process() {
    let (world, process, tally) = in_trouble(Trouble::Panics).await;
    world.append_many(10).await;
    assert_eq!(shown_error(&process.engine, "tally").await, "panicked: a bug in the view");
    process.engine.wait_until(Which::View("other"), Position(10), TEST_TIMEOUT).await.unwrap();
    goes_on_when_the_trouble_is_over(&world, &process, &tally, 10).await;
}

#[tokio::test]
async fn the_first_build_shows_what_stops_it_and_goes_on() {
    let world = World::new().await;
    world.append_many(20).await;
    let tally = Tally::new("tally", 1);
    tally.trips_over(Trouble::Refuses(Position(5)));
    let process = world.process(&[&tally]).await;
    let error = shown_error(&process.engine, "tally").await;
    assert!(error.contains("it is rotten"), "{error}");
    assert!(serving(&process.engine, "tally").await.is_none(), "half a view is not served");
    goes_on_when_the_trouble_is_over(&world, &process, &tally, 20).await;
}

#[tokio::test]
async fn a_rebuild_fails_fast_and_leaves_what_serves() {
    let world = World::new().await;
    world.append_many(20).await;
    let process = world.process(&[&Tally::new("tally", 1)]).await;
    process.settled().await;

    let tally = Tally::new("tally", 1);
    let operator = world.engine(&[&tally]).await;
    tally.trips_over(Trouble::Refuses(Position(11)));
    let error = operator.rebuild("tally", |_| {}).await.unwrap_err();
    assert!(matches!(error, RebuildError::Failed(Failure::Refused(_))), "{error}");
    let building = &generations(&operator, "tally").await[1];
    assert!(building.last_error.as_ref().is_some_and(|shown| shown.contains("it is rotten")));
    assert_eq!(building.position, Position(10));

    world.append_many(5).await;
    process.settled().await;
    assert_eq!(world.seen().await, all(1..=25));
    assert_eq!(serving(&operator, "tally").await.unwrap().number, 1);
}

#[tokio::test]
async fn an_unknown_view_is_refused_with_the_names_of_those_there_are() {
    let world = World::new().await;
    let engine = world.engine(&[&Tally::new("tally", 1), &Tally::new("other", 1)]).await;
    let error = engine.rebuild("tale", |_| {}).await.unwrap_err().to_string();
    assert_eq!(error, "there is no view called \"tale\"; there are tally, other");
}
