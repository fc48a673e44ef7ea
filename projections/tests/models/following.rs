//! Runs one history through the engine, with all views and a log of its own.

use std::{ops::Range, sync::Arc, time::Duration};

use event_store::{
    EventLog, EventStore, ExpectedVersion, Keyring,
    memory::{MemoryEventStore, MemoryKeyring},
};
use postgres_kit::Pool;
use projections::engine::{Engine, Which, migrate};
use proptest::strategy::{Strategy, ValueTree};
use service_kit::clock::SystemClock;
use shared_events::{
    Event, NewEvent, Position, RawEvent, Recorded,
    events::AccountEvent,
    personal::{seal, subjects},
};
use sqlx::{Connection, PgConnection};
use test_support::TestDatabase;
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use crate::{
    folding::{SEED, compare, number, seeded},
    market::{Market, Throw, busy, throws},
    model::Model,
};

const HISTORY_LENGTH: Range<usize> = 1_200..1_201;
const TEST_TIMEOUT: Duration = Duration::from_secs(120);

/// Appends as the services do: seals personal data, and deletes a person's key before the person's last event. Returns
/// the position.
async fn append(
    store: &MemoryEventStore,
    keyring: &MemoryKeyring,
    recorded: &Recorded<RawEvent>,
) -> Position {
    if recorded.stream.category == AccountEvent::CATEGORY && recorded.event.event_type == "AccountErased" {
        keyring.erase(recorded.stream.id).await.expect("a key is deleted");
    }
    let mut payload = recorded.event.clone();
    let keys = keyring.find_or_make(&subjects(&payload.data)).await.expect("keys are made");
    seal(&mut payload.data, recorded.event_id, &|subject| keys.get(&subject).cloned());
    let event = NewEvent {
        event_id: recorded.event_id,
        payload,
        recorded_at: recorded.recorded_at,
        correlation_id: recorded.correlation_id,
        causation_id: recorded.causation_id,
        actor: recorded.actor.clone(),
    };
    let expected = ExpectedVersion::Exact(recorded.version - 1);
    store.append(&recorded.stream, expected, vec![event]).await.expect("it is appended").position
}

/// Compares every model with its view, by name.
async fn compare_all(database: &TestDatabase, models: &[Box<dyn Model>]) {
    let mut connection = PgConnection::connect(&database.url()).await.expect("the test database");
    sqlx::raw_sql("SET TIME ZONE 'UTC'").execute(&mut connection).await.expect("a time zone");
    for model in models {
        if let Err(found) = compare(&mut connection, &**model).await {
            panic!("{}: {found}", model.view().name());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn views_agree_with_their_models_when_followed_rebuilt_and_verified() {
    views_agree_after(throws(HISTORY_LENGTH)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn views_agree_with_their_models_on_busy_histories() {
    views_agree_after(busy(HISTORY_LENGTH)).await;
}

async fn views_agree_after(throws: impl Strategy<Value = Vec<Throw>>) {
    let mut runner = seeded(1, number("SEED", SEED));
    let throws = throws.new_tree(&mut runner).expect("throws").current();
    let market = Market::after(&throws);
    let database = TestDatabase::create("models", async |url: &str| {
        let pool = Pool::connect(url).await?;
        migrate(&pool).await?;
        pool.close().await;
        Ok::<(), sqlx::Error>(())
    })
    .await;
    let (store, keyring) = (Arc::<MemoryEventStore>::default(), Arc::<MemoryKeyring>::default());
    let log = EventLog::new(store.clone(), keyring.clone());
    let mut models = crate::all();
    let views = models.iter().map(|model| model.view()).collect();
    let engine = Engine::new(database.pool().await, log, Arc::new(SystemClock), views);
    let (running, stop) = (engine.clone(), CancellationToken::new());
    let stopped = stop.clone();
    let running = AbortOnDropHandle::new(tokio::spawn(async move { running.run(stopped).await }));

    for part in market.events().chunks(market.events().len().div_ceil(3)) {
        for recorded in part {
            let position = append(&store, &keyring, recorded).await;
            let recorded = Recorded { position, ..recorded.clone() };
            for model in &mut models {
                if model.view().categories().contains(&recorded.stream.category.as_ref()) {
                    model.note(&recorded);
                }
            }
        }
        let head = engine.head().await.expect("the log is read");
        engine.wait_until(Which::All, head, TEST_TIMEOUT).await.expect("the views follow");
        compare_all(&database, &models).await;
    }
    for model in &models {
        let view = model.view();
        engine.rebuild(view.name(), |_| {}).await.expect("it is built anew");
    }
    let head = engine.head().await.expect("the log is read");
    engine.wait_until(Which::All, head, TEST_TIMEOUT).await.expect("the views follow");
    compare_all(&database, &models).await;
    for model in &models {
        let verified = engine.verify(model.view().name(), |_| {}).await.expect("it is verified");
        assert!(verified.is_clean() && verified.parked.is_empty(), "{verified:?}");
    }
    stop.cancel();
    tokio::time::timeout(TEST_TIMEOUT, running).await.expect("it stops").expect("it does not panic");
}
