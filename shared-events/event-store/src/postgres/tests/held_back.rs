//! Tests of sessions that hold locks of the event store for a long time.

use std::time::Duration;

use postgres_kit::Limits;
use shared_events::Position;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};
use test_support::wait_for;

use super::OnPostgres;
use crate::{Categories, EventStore, ExpectedVersion::Exact, contract, postgres::PostgresEventStore};

/// The last position that readers get after another event was appended.
async fn readable_after_append(store: &PostgresEventStore) -> Position {
    let order = contract::stream("order", 1);
    let version = store.read_last(&order).await.unwrap().map_or(0, |last| last.version);
    store.append(&order, Exact(version), contract::events(&order, version + 1, version + 1)).await.unwrap();
    store.read_all(Position::START, &Categories::All, 100).await.unwrap().up_to
}

#[tokio::test]
async fn advisory_locks_of_sessions_that_do_not_write_hold_nothing_back() {
    let fixture = OnPostgres::new().await;
    assert_eq!(readable_after_append(&fixture.store).await, Position(1));
    let mut foreign = PgConnection::connect(&fixture.database.url()).await.unwrap();
    foreign.execute("SELECT pg_advisory_lock(18259::bigint << 48)").await.unwrap();
    // It reads the log as well.
    foreign.execute("BEGIN; SELECT count(*) FROM event_store.events").await.unwrap();
    assert_eq!(readable_after_append(&fixture.store).await, Position(2));
}

#[tokio::test]
async fn a_session_that_leaves_an_append_open_is_named_until_it_ends() {
    let fixture = OnPostgres::new().await;
    let soon = Duration::from_millis(100);
    let store = PostgresEventStore::reporting_after(&fixture.pool, Limits::default(), soon);
    assert_eq!(readable_after_append(&store).await, Position(1));
    let options = (*fixture.pool.connect_options()).clone().application_name("a forgotten terminal");
    let mut forgotten = options.connect().await.unwrap();
    let open = "BEGIN; SELECT event_store.promise(); LOCK TABLE event_store.events IN ROW EXCLUSIVE MODE";
    forgotten.execute(open).await.unwrap();
    let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut forgotten).await.unwrap();

    assert_eq!(readable_after_append(&store).await, Position(1));
    let held_back = wait_for("a report", async || store.held_back()).await;
    assert_eq!((held_back.position, held_back.highest), (Position(1), Position(2)));
    assert!(
        held_back.session.starts_with(&format!("PID {pid} of Postgres (\"a forgotten terminal\"")),
        "{held_back}"
    );

    forgotten.close().await.unwrap();
    wait_for("the end of the report", async || store.held_back().is_none().then_some(())).await;
    assert_eq!(readable_after_append(&store).await, Position(3));
}
