//! Tests of an erasure in parked streams, unfinished builds and error texts.

use projections::engine::{StaleBuilds, State};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{READ_CATEGORY, Tally, Trouble, World, all, all_but_stream_from, generations};

#[tokio::test]
async fn a_parked_stream_does_not_hold_up_the_erasure_of_its_person() {
    let world = World::new().await;
    let tally = Tally::new("tally", 1);
    let process = world.process(&[&tally]).await;
    process.settled().await;
    tally.trips_over(Trouble::Refuses(Position(40)));
    world.append_many(100).await;
    world.append_erasure(4).await;
    world.append(READ_CATEGORY, 4).await;
    process.settled().await;
    let mut expected = all_but_stream_from(40, 100);
    expected.push(101);
    assert_eq!(world.seen().await, expected, "the erasure is applied, what else is in its stream waits");
    let parked = process.engine.parked().await.unwrap().remove(0);
    assert_eq!((parked.position, parked.waiting), (Position(40), 10));

    // In its turn it is applied once more, behind everything that could show the person again.
    tally.trips_over(Trouble::None);
    process.engine.retry_parked("tally", &parked.stream).await.unwrap();
    let mut expected = all(1..=102);
    expected.insert(101, 101);
    assert_eq!(world.seen().await, expected);
}

#[tokio::test]
async fn an_erasure_that_cannot_be_applied_ahead_of_its_turn_waits_with_its_stream() {
    let world = World::new().await;
    let tally = Tally::new("tally", 1);
    let process = world.process(&[&tally]).await;
    process.settled().await;
    tally.trips_over(Trouble::RefusesTwo(Position(40), Position(101)));
    world.append_many(100).await;
    world.append_erasure(4).await;
    process.settled().await;
    assert_eq!(world.seen().await, all_but_stream_from(40, 100));
    let parked = process.engine.parked().await.unwrap().remove(0);
    assert_eq!((parked.position, parked.waiting), (Position(40), 9));
    tally.trips_over(Trouble::None);
    process.engine.retry_parked("tally", &parked.stream).await.unwrap();
    assert_eq!(world.seen().await, all(1..=101));
}

#[tokio::test]
async fn builds_that_no_process_updates_are_dropped_at_an_erasure() {
    let world = World::new().await;
    world.append_many(10).await;
    let old = world.process(&[&Tally::new("tally", 1)]).await;
    old.settled().await;
    let new = world.process(&[&Tally::new("tally", 2)]).await;
    new.settled().await;
    let end = world.append_erasure(1).await;
    new.settled().await;

    // While a program of the earlier version runs, it brings its build to that position.
    wait_for("the build of the earlier version to follow", async || {
        let stale = new.engine.drop_stale_builds(end).await.unwrap();
        assert!(stale.dropped.is_empty(), "{stale:?}");
        stale.on_their_way.is_empty().then_some(())
    })
    .await;
    old.stop().await;
    let end = world.append_erasure(2).await;
    new.settled().await;
    let dropped = wait_for("the lease of the earlier version to end", async || {
        let stale = new.engine.drop_stale_builds(end).await.unwrap();
        (!stale.dropped.is_empty()).then_some(stale.dropped)
    })
    .await;
    assert_eq!(dropped, ["tally"]);
    let left = generations(&new.engine, "tally").await;
    assert_eq!((left.len(), left[0].number, left[0].position), (1, 2, end), "{left:?}");
    assert_eq!(world.schemas().await.len(), 1);
}

#[tokio::test]
async fn a_previous_generation_that_this_program_updates_is_kept() {
    let world = World::new().await;
    world.append_many(10).await;
    let process = world.process(&[&Tally::new("tally", 1)]).await;
    process.settled().await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    process.stop().await;
    let end = world.append_erasure(1).await;
    let engine = world.engine(&[&Tally::new("tally", 1)]).await;
    assert_eq!(engine.drop_stale_builds(end).await.unwrap(), StaleBuilds::default());
    let states: Vec<State> = generations(&engine, "tally").await.iter().map(|one| one.state).collect();
    assert_eq!(states, [State::Previous, State::Serving]);
}

#[tokio::test]
async fn a_previous_generation_with_events_that_the_log_lost_is_dropped() {
    let world = World::new().await;
    world.append_many(20).await;
    let old = world.process(&[&Tally::new("tally", 1)]).await;
    old.settled().await;
    let new = world.process(&[&Tally::new("tally", 2)]).await;
    new.settled().await;
    old.stop().await;
    new.stop().await;
    world.put_back(Position(15));
    let end = world.append_erasure(1).await;
    assert_eq!(end, Position(16));
    let engine = world.engine(&[&Tally::new("tally", 2)]).await;
    let dropped = wait_for("the leases to end", async || {
        let stale = engine.drop_stale_builds(end).await.unwrap();
        (!stale.dropped.is_empty()).then_some(stale.dropped)
    })
    .await;
    assert_eq!(dropped, ["tally"]);
    let left = generations(&engine, "tally").await;
    assert_eq!((left.len(), left[0].state), (1, State::Serving), "{left:?}");
}

#[tokio::test]
async fn a_previous_generation_is_dropped_when_the_log_is_restored_to_before_it() {
    let world = World::new().await;
    world.append_many(20).await;
    let process = world.process(&[&Tally::new("tally", 1)]).await;
    process.settled().await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    process.stop().await;
    world.put_back(Position(15));
    let process = world.process(&[&Tally::new("tally", 1)]).await;
    wait_for("the build before to be dropped", async || {
        let left = generations(&process.engine, "tally").await;
        (left.len() == 1 && left[0].state == State::Serving).then_some(())
    })
    .await;
    assert_eq!(world.schemas().await.len(), 1);
}

#[tokio::test]
async fn an_error_that_names_a_person_is_overwritten() {
    let world = World::new().await;
    let tally = Tally::new("tally", 1);
    let process = world.process(&[&tally]).await;
    process.settled().await;
    tally.trips_over(Trouble::Refuses(Position(3)));
    world.append_many(7).await;
    process.settled().await;
    let error = async || process.engine.parked().await.unwrap().remove(0).error;
    process.engine.forget_texts(&["anna@example.com".to_owned()]).await.unwrap();
    assert_eq!(error().await, "it is rotten");
    process.engine.forget_texts(&["anna@example.com".to_owned(), "ROTTEN".to_owned()]).await.unwrap();
    assert_eq!(error().await, "(the text named somebody who was forgotten)");
}
