//! Applies many histories to a view's tables with the view itself, and compares them with the view's model.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use postgres_kit::Pool;
use projections::engine::{View, migrate};
use proptest::{
    prelude::*,
    test_runner::{RngAlgorithm, TestCaseError, TestRng, TestRunner},
};
use serde_json::Value;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{
        AccountEvent, ApiKeyEvent, CheckoutEvent, ConversationEvent, CorrespondenceEvent, CredentialEvent,
        FavouriteEvent, InboxEvent, OperationEvent, OrderEvent, ProductEvent, ReviewEvent, SessionEvent,
        StockEvent, ViewsEvent, WebhookDeliveryEvent, WebhookEvent,
    },
};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use test_support::TestDatabase;
use uuid::Uuid;

use crate::{
    market::{Market, Throw, throws},
    model::Model,
};

/// The default number of histories. `GREENSTALL_TEST_HISTORIES` overrides it.
pub(crate) const HISTORIES: u64 = 8;
pub(crate) const SEED: u64 = 1;

/// The number of throws in a history.
pub(crate) const HISTORY_LENGTH: std::ops::Range<usize> = 700..2_000;

/// Asserts that the view and its model agree on every history.
pub(crate) fn agrees<M: Model + Default>() {
    agrees_after::<M>(throws(HISTORY_LENGTH));
}

/// As [`agrees`], for histories from another generator.
pub(crate) fn agrees_after<M: Model + Default>(throws: impl Strategy<Value = Vec<Throw>>) {
    let view = M::default().view();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut tables = runtime.block_on(Tables::of(&*view));
    let (histories, seed) = (number("HISTORIES", HISTORIES), number("SEED", SEED));
    let tables = RefCell::new(&mut tables);
    let result = seeded(histories, seed).run(&(throws, pages()), |(throws, sizes)| {
        runtime.block_on(tables.borrow_mut().play::<M>(&*view, &throws, &sizes))
    });
    if let Err(error) = result {
        panic!("{} of seed {seed}: {error}", view.name());
    }
}

/// Generates sizes of pages.
fn pages() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(1_usize..60, 60)
}

/// A runner for this many histories, which depend only on the seed.
pub(crate) fn seeded(histories: u64, seed: u64) -> TestRunner {
    let config = ProptestConfig {
        cases: u32::try_from(histories).expect("a number of histories"),
        // The test is killed after three minutes. Shrinking stops before that, so that the failure is reported.
        max_shrink_time: 40_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// Asserts that histories have every kind of event, so that no model misses one.
#[test]
fn histories_have_every_kind_of_event() {
    let known = [
        AccountEvent::TYPES,
        ApiKeyEvent::TYPES,
        CheckoutEvent::TYPES,
        ConversationEvent::TYPES,
        CorrespondenceEvent::TYPES,
        CredentialEvent::TYPES,
        WebhookDeliveryEvent::TYPES,
        FavouriteEvent::TYPES,
        InboxEvent::TYPES,
        OperationEvent::TYPES,
        OrderEvent::TYPES,
        ProductEvent::TYPES,
        ReviewEvent::TYPES,
        SessionEvent::TYPES,
        StockEvent::TYPES,
        ViewsEvent::TYPES,
        WebhookEvent::TYPES,
    ];
    let counts = RefCell::new(BTreeMap::<String, usize>::new());
    let count = |(throws, _): (Vec<Throw>, Vec<usize>)| {
        for event in Market::after(&throws).events() {
            *counts.borrow_mut().entry(event.event.event_type.to_string()).or_default() += 1;
        }
        Ok(())
    };
    seeded(HISTORIES, SEED).run(&(throws(HISTORY_LENGTH), pages()), count).expect("nothing is asked");
    let counts = counts.into_inner();
    println!("{} events in {HISTORIES} histories: {counts:#?}", counts.values().sum::<usize>());
    let missing: Vec<&str> = known.concat().into_iter().filter(|kind| !counts.contains_key(*kind)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The value of `GREENSTALL_TEST_<name>`, or the default.
pub(crate) fn number(name: &str, usual: u64) -> u64 {
    let set = std::env::var(format!("GREENSTALL_TEST_{name}"));
    set.map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("GREENSTALL_TEST_{name} is no number")))
}

/// A view's tables in a database of their own, readable as a query reads them.
pub(crate) struct Tables {
    pub(crate) connection: PgConnection,
    _database: TestDatabase,
}

impl Tables {
    pub(crate) async fn of(view: &dyn View) -> Self {
        let template = format!("model-{}-{}", view.name(), view.version());
        let database = TestDatabase::create(&template, async |url: &str| {
            let pool = Pool::connect(url).await?;
            migrate(&pool).await?;
            sqlx::raw_sql(view.tables()).execute(&pool).await?;
            sqlx::raw_sql(view.indexes()).execute(&pool).await?;
            let show = format!(
                "DO $$ DECLARE one text; BEGIN
                     FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
                         EXECUTE format('CREATE VIEW read.%I AS SELECT * FROM public.%I', '{}_' || one, one);
                     END LOOP;
                 END $$",
                view.name()
            );
            sqlx::raw_sql(AssertSqlSafe(show)).execute(&pool).await?;
            pool.close().await;
            Ok::<(), sqlx::Error>(())
        })
        .await;
        let mut connection = PgConnection::connect(&database.url()).await.expect("the test database");
        let settings = "SET TIME ZONE 'UTC'";
        sqlx::raw_sql(settings).execute(&mut connection).await.expect("a time zone");
        Self { connection, _database: database }
    }

    /// Applies a history in pages of these sizes, and compares during and after it. Then applies it in one batch
    /// without the keys of erased people.
    async fn play<M: Model + Default>(
        &mut self,
        view: &dyn View,
        throws: &[Throw],
        sizes: &[usize],
    ) -> Result<(), TestCaseError> {
        let market = Market::after(throws);
        let of_view =
            |event: &&Recorded<RawEvent>| view.categories().contains(&event.stream.category.as_ref());
        let events: Vec<Recorded<RawEvent>> = market.events().iter().filter(of_view).cloned().collect();
        self.clear().await;
        let mut model = M::default();
        let mut rest = events.as_slice();
        let (sum, mut sizes) = (sizes.iter().sum::<usize>(), sizes.iter().cycle());
        while !rest.is_empty() {
            let size = sizes.next().expect("it goes on forever");
            let (page, later) = rest.split_at((*size).min(rest.len()));
            self.apply(view, page).await;
            page.iter().for_each(|event| model.note(event));
            rest = later;
            // Not after every page, because comparing takes most of the time.
            if (sum + rest.len()).is_multiple_of(4) {
                compare(&mut self.connection, &model).await.map_err(TestCaseError::fail)?;
            }
        }
        compare(&mut self.connection, &model).await.map_err(TestCaseError::fail)?;

        self.clear().await;
        self.apply(view, &without_keys(&events, market.erased())).await;
        let forgotten = compare(&mut self.connection, &model).await;
        forgotten.map_err(|found| TestCaseError::fail(format!("rebuilt without keys: {found}")))
    }

    pub(crate) async fn apply(&mut self, view: &dyn View, page: &[Recorded<RawEvent>]) {
        let mut transaction = self.connection.begin().await.expect("a transaction");
        let folded = view.fold(page).expect("the view understands its events");
        folded.write(&mut transaction).await.expect("the view writes its events");
        transaction.commit().await.expect("the page commits");
    }

    pub(crate) async fn clear(&mut self) {
        let statement = "DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('public.%I', tablename), ', ') \
                         FROM pg_tables WHERE schemaname = 'public'); END $$";
        sqlx::raw_sql(statement).execute(&mut self.connection).await.expect("the tables are emptied");
    }
}

/// The events as the log returns them after these people's keys were deleted.
fn without_keys(events: &[Recorded<RawEvent>], erased: &BTreeSet<Uuid>) -> Vec<Recorded<RawEvent>> {
    let mut events = events.to_vec();
    for event in &mut events {
        let mut data = event.event.data.to_value().expect("events are JSON");
        drop_personal(&mut data, erased);
        event.event.data = data.into();
    }
    events
}

fn drop_personal(value: &mut Value, erased: &BTreeSet<Uuid>) {
    let subject = value["$personal"]["subject"].as_str().and_then(|text| text.parse().ok());
    match value {
        Value::Object(_) if subject.is_some_and(|subject: Uuid| erased.contains(&subject)) => {
            *value = serde_json::json!({ "$erased": subject });
        }
        Value::Object(members) => members.values_mut().for_each(|one| drop_personal(one, erased)),
        Value::Array(values) => values.iter_mut().for_each(|one| drop_personal(one, erased)),
        _ => {}
    }
}

/// Runs every query of a model. Returns the first difference as an error.
pub(crate) async fn compare(connection: &mut PgConnection, model: &dyn Model) -> Result<(), String> {
    for expected in model.answers() {
        let question = format!("SELECT to_jsonb(found)::text FROM ({}) AS found", expected.question);
        let found: Vec<String> = sqlx::query_scalar(AssertSqlSafe(question))
            .fetch_all(&mut *connection)
            .await
            .map_err(|error| format!("{error}: {}", expected.question))?;
        let found = found.iter().map(|row| serde_json::from_str(row).expect("Postgres writes JSON"));
        let (found, wanted) = (sorted(found), sorted(expected.rows.into_iter()));
        if found != wanted {
            let without = |all: &[String], others: &[String]| -> Vec<String> {
                all.iter().filter(|row| !others.contains(row)).take(3).cloned().collect()
            };
            return Err(format!(
                "{}\nthe view has\n{}\nthe model has\n{}",
                expected.question,
                without(&found, &wanted).join("\n"),
                without(&wanted, &found).join("\n"),
            ));
        }
    }
    Ok(())
}

fn sorted(rows: impl Iterator<Item = Value>) -> Vec<String> {
    let mut rows: Vec<String> = rows
        .map(|mut row| {
            plain(&mut row);
            row.to_string()
        })
        .collect();
    rows.sort();
    rows
}

/// Normalizes numbers, so that `4` equals `4.0`.
fn plain(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(whole) = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e15)
            {
                *value = Value::from(whole as i64);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(plain),
        Value::Object(members) => members.values_mut().for_each(plain),
        _ => {}
    }
}
