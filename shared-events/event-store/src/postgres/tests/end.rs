//! Tests of the log's end while readers do not get there.

use std::sync::Arc;

use crate::{EventLog, EventStore, ExpectedVersion::Exact, contract, postgres::PostgresKeyring};

#[tokio::test]
async fn the_end_counts_events_that_an_open_append_keeps_from_readers() {
    let fixture = super::OnPostgres::new().await;
    let log = EventLog::new(fixture.store.clone(), Arc::new(PostgresKeyring::start(fixture.pool.clone())));
    let order = contract::stream("order", 1);
    let read = fixture.store.append(&order, Exact(0), contract::events(&order, 1, 2)).await.unwrap().position;
    let end = log.end().await.unwrap();
    assert_eq!((end.position, end.unread_since), (read, None));

    let mut writer = postgres_kit::begin(&fixture.pool).await.unwrap();
    let open = "LOCK TABLE event_store.events IN ROW EXCLUSIVE MODE; SELECT event_store.promise()";
    sqlx::raw_sql(open).execute(&mut *writer).await.unwrap();
    let unread =
        fixture.store.append(&order, Exact(2), contract::events(&order, 3, 4)).await.unwrap().position;
    assert_eq!(log.head().await.unwrap(), read);
    let end = log.end().await.unwrap();
    assert_eq!(end.position, unread);
    let recorded = fixture.store.read_stream(&order, 2, 1).await.unwrap()[0].recorded_at;
    assert_eq!(end.unread_since, Some(recorded));
    assert!(!log.ends_before(unread).await.unwrap());

    writer.rollback().await.unwrap();
    let end = log.end().await.unwrap();
    assert_eq!((end.position, end.unread_since), (unread, None));
}
