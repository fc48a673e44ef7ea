//! A stream of 100,000 events: a command reads a snapshot and the events after it.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use command_service::{
    App,
    application::{Turns, Writer},
    snapshots::{self, PostgresSnapshots, SnapshotStore, Snapshots},
};
use domain::stock::hold_units::HoldUnits;
use event_store::{Append, ExpectedVersion};
use shared_events::{
    Actor, Event, StreamId,
    events::StockEvent,
    ids::{CheckoutId, OrderId, ProductId},
};
use tokio::time::Instant;
use uuid::Uuid;

const ORDERS: u128 = 50_000;
const APPENDED_AT_ONCE: usize = 1_000;

/// A product with one hold and one sale for each order.
async fn sell(app: &App, product_id: ProductId) {
    let until = app.clock.now() + TimeDelta::minutes(15);
    let mut events = vec![StockEvent::StockCounted { product_id, quantity: 1_000_000 }];
    for number in 0..ORDERS {
        let id = Uuid::from_u128(number);
        let (checkout_id, order_id) = (CheckoutId::new(id), OrderId::new(id));
        events.push(StockEvent::UnitsHeld { product_id, checkout_id, quantity: 1, until });
        events.push(StockEvent::UnitsSold { product_id, checkout_id, order_id, quantity: 1 });
    }
    let mut version = 0;
    for events in events.chunks(APPENDED_AT_ONCE) {
        let expected = ExpectedVersion::Exact(version);
        let append = Append { id: product_id.uuid(), expected, events: events.to_vec() };
        version = app
            .writer
            .log
            .append(&app.command_by(Actor::system("test")), append)
            .await
            .expect("the log answers")
            .version;
    }
}

/// Time of one command in a process that has just started.
async fn hold(app: &App, product_id: ProductId, checkout: u128) -> Duration {
    let writer = Writer { turns: Turns::default(), ..app.writer.clone() };
    let now = app.clock.now();
    let checkout_id = CheckoutId::new(Uuid::from_u128(checkout));
    let command =
        HoldUnits { product_id, checkout_id, quantity: 1, until: now + TimeDelta::minutes(15), now };
    let began = Instant::now();
    let provenance = app.command_by(Actor::system("test"));
    writer.execute_for_position(&provenance, &command).await.expect("there are units");
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_on_a_long_stream_reads_a_snapshot() {
    let database = crate::database().await;
    let pool = database.pool().await;
    snapshots::migrate(&pool).await.unwrap();
    let store = PostgresSnapshots::new(pool.clone());
    let app = crate::process(&database).await;
    let snapshots = Snapshots::new(Arc::new(store.clone()));
    let app = App { writer: Writer { snapshots, ..app.writer }, ..app };
    let product_id = ProductId::new(Uuid::from_u128(7));
    let stream = StreamId::new(StockEvent::CATEGORY, product_id.uuid());
    sell(&app, product_id).await;

    let whole = hold(&app, product_id, ORDERS + 1).await;
    let snapshot = test_support::wait_for("a snapshot", async || store.find(&stream).await.unwrap()).await;
    assert_eq!(u128::from(snapshot.version), 1 + 2 * ORDERS);
    // Events before the snapshot's own are not needed any more.
    let gone = sqlx::query("DELETE FROM event_store.events WHERE stream_id = $1 AND version < $2")
        .bind(product_id.uuid())
        .bind(snapshot.version.cast_signed())
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(gone.rows_affected(), snapshot.version - 1);
    let resumed = hold(&app, product_id, ORDERS + 2).await;
    println!(
        "a command on {} events: {whole:?} from the first, {resumed:?} with a snapshot",
        snapshot.version
    );
}
