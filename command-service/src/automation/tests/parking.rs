//! Tests of parking: steps that fail for an hour, and unreadable events, wait for an operator and delay nothing else.

use std::sync::atomic::Ordering;

use event_store::{Append, ExpectedVersion, Provenance};
use shared_events::{Actor, Event, events::OrderEvent};

use super::{
    super::{ParkedStep, Trouble, parked, process_manager::ProcessManager, retry_parked, skip_step, skips},
    *,
};
use crate::payments::flaky_provider::FlakyProvider;

const REFUNDS: &str = "make_good_when_cancelled";

/// A cancelled order whose payment the provider does not refund.
struct UnrefundedOrder {
    _database: TestDatabase,
    pool: Pool,
    market: Market,
    provider: Arc<FlakyProvider>,
    order: OrderId,
}

impl UnrefundedOrder {
    async fn open() -> Self {
        let (database, pool) = database().await;
        let mut market = Market::open().await;
        let provider = market.shop.with_flaky_provider();
        let payment = paid(&market).await;
        market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
        let order = market.orders().await[0].0;
        *provider.no_refunds_of.lock().unwrap() = Some(payment.id);
        cancel(&market, order).await;
        Self { _database: database, pool, market, provider, order }
    }

    /// Fails the step for almost an hour, and then twice more until it is parked.
    async fn until_parked(&self) -> ParkedStep {
        self.after_failures(1).await;
        sqlx::query(
            "UPDATE automation.agenda SET failures = 18, failing_since = failing_since - interval '1 hour'",
        )
        .execute(&self.pool)
        .await
        .unwrap();
        self.market.shop.clock.advance(TimeDelta::minutes(5));
        self.after_failures(19).await;
        assert_eq!(parked(&self.pool).await.unwrap(), []);
        self.market.shop.clock.advance(TimeDelta::minutes(5));
        wait_for("the refund to be parked", async || parked(&self.pool).await.unwrap().pop()).await
    }

    async fn after_failures(&self, number: i32) {
        wait_for("a failure", async || {
            let found: i64 = sqlx::query_scalar("SELECT count(*) FROM automation.agenda WHERE failures = $1")
                .bind(number)
                .fetch_one(&self.pool)
                .await
                .unwrap();
            (found > 0).then_some(())
        })
        .await;
    }

    async fn last(&self) -> String {
        self.market.shop.history("order", self.order.uuid()).await.pop().unwrap()
    }
}

#[tokio::test]
async fn a_step_that_fails_for_an_hour_is_parked_until_an_operator_retries_it() {
    let stuck = UnrefundedOrder::open().await;
    let process = Process::start(&stuck.market.shop.app, &stuck.pool);
    let step = stuck.until_parked().await;
    assert_eq!((step.manager.as_str(), step.subject), (REFUNDS, stuck.order.uuid()));
    assert_eq!(step.stream.unwrap().to_string(), format!("order-{}", stuck.order));
    assert_eq!((step.trouble, step.failures), (Trouble::StepFails, 20));
    assert!(step.error.contains("no refunds now"), "{}", step.error);
    assert!(step.parked_at - step.failing_since.unwrap() >= TimeDelta::minutes(55));

    // A start tries all other steps at once, but no parked one.
    process.end().await;
    let process = Process::start(&stuck.market.shop.app, &stuck.pool);
    paid(&stuck.market).await;
    stuck.market.shop.clock.advance(TimeDelta::seconds(61));
    wait_for("another checkout to be settled", async || {
        (stuck.market.orders().await.len() == 4).then_some(())
    })
    .await;
    assert_eq!(parked(&stuck.pool).await.unwrap().len(), 1);
    assert_eq!(stuck.last().await, "OrderCancelled");

    *stuck.provider.no_refunds_of.lock().unwrap() = None;
    let now = stuck.market.shop.app.clock.now();
    assert!(!retry_parked(&stuck.pool, "settle_or_close_checkouts", step.subject, now).await.unwrap());
    assert!(retry_parked(&stuck.pool, REFUNDS, step.subject, now).await.unwrap());
    idle(&stuck.market, &stuck.pool).await;
    assert_eq!(stuck.last().await, "OrderRefunded");
    assert!(!retry_parked(&stuck.pool, REFUNDS, step.subject, now).await.unwrap(), "nothing is parked now");
    process.end().await;
}

#[tokio::test]
async fn a_retried_step_that_fails_gets_another_hour() {
    let stuck = UnrefundedOrder::open().await;
    let process = Process::start(&stuck.market.shop.app, &stuck.pool);
    stuck.until_parked().await;
    let now = stuck.market.shop.app.clock.now();
    assert!(retry_parked(&stuck.pool, REFUNDS, stuck.order.uuid(), now).await.unwrap());
    let again = stuck.until_parked().await;
    assert_eq!(again.failures, 20);
    assert!(again.failing_since.unwrap() >= now - TimeDelta::hours(1), "counted from the first new failure");
    process.end().await;
}

#[tokio::test]
async fn a_skipped_step_is_never_done_and_its_skip_is_recorded() {
    let stuck = UnrefundedOrder::open().await;
    let process = Process::start(&stuck.market.shop.app, &stuck.pool);
    stuck.until_parked().await;
    *stuck.provider.no_refunds_of.lock().unwrap() = None;
    let now = stuck.market.shop.app.clock.now();
    assert!(skip_step(&stuck.pool, REFUNDS, stuck.order.uuid(), "olga", now).await.unwrap());
    assert!(!skip_step(&stuck.pool, REFUNDS, stuck.order.uuid(), "olga", now).await.unwrap());
    let skips = skips(&stuck.pool).await.unwrap();
    assert_eq!(skips.len(), 1);
    let skip = &skips[0];
    assert_eq!((skip.manager.as_str(), skip.subject, skip.version), (REFUNDS, stuck.order.uuid(), None));
    assert_eq!((skip.skipped_by.as_str(), skip.skipped_at), ("olga", now));
    assert!(skip.error.contains("no refunds now"), "{}", skip.error);
    idle(&stuck.market, &stuck.pool).await;
    assert_eq!(stuck.last().await, "OrderCancelled");
    process.end().await;
}

/// Two orders; the first one has an unreadable event.
async fn two_orders() -> (Market, OrderId, OrderId) {
    let market = Market::open().await;
    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    let orders = market.orders().await;
    market.append_unreadable(orders[0].0).await;
    (market, orders[0].0, orders[1].0)
}

/// The parked entry of the refund manager for this order, once every manager that follows orders has parked it.
async fn all_parked(pool: &Pool, order: OrderId) -> ParkedStep {
    // Managers that send news start at the end of the log, after the unreadable event.
    let follows =
        |manager: &&&dyn ProcessManager| manager.category() == OrderEvent::CATEGORY && !manager.sends_news();
    let followers = MANAGERS.iter().filter(follows).count();
    wait_for("the stream to be parked by everybody", async || {
        let mut steps = parked(pool).await.unwrap();
        steps.retain(|step| step.subject == order.uuid());
        let complete = steps.len() == followers;
        steps.into_iter().find(|step| complete && step.manager == REFUNDS)
    })
    .await
}

#[tokio::test]
async fn an_unreadable_event_parks_only_its_stream_until_it_is_skipped() {
    let (_database, pool) = database().await;
    let (market, odd, other) = two_orders().await;
    let process = Process::start(&market.shop.app, &pool);
    cancel(&market, other).await;
    wait_for("the other order's refund", async || {
        let history = market.shop.history("order", other.uuid()).await;
        (history.last().unwrap() == "OrderRefunded").then_some(())
    })
    .await;
    let step = all_parked(&pool, odd).await;
    assert_eq!((step.subject, step.trouble), (odd.uuid(), Trouble::UnreadableEvent(2)));
    assert!(step.error.contains("OrderTeleported"), "{}", step.error);

    let now = market.shop.app.clock.now();
    assert!(retry_parked(&pool, REFUNDS, odd.uuid(), now).await.unwrap());
    wait_for("the stream to be parked again", async || {
        let step = parked(&pool).await.unwrap().into_iter().find(|step| step.manager == REFUNDS)?;
        (step.failures == 1 && step.trouble == Trouble::UnreadableEvent(2)).then_some(())
    })
    .await;
    for step in parked(&pool).await.unwrap() {
        assert!(skip_step(&pool, &step.manager, odd.uuid(), "olga", now).await.unwrap());
    }
    idle(&market, &pool).await;
    let skip = skips(&pool).await.unwrap().pop().unwrap();
    assert_eq!((skip.version, skip.skipped_by.as_str()), (Some(2), "olga"));
    process.end().await;
}

#[tokio::test]
async fn each_term_reads_the_streams_again_that_an_earlier_one_could_not_read() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    let order = market.orders().await[0].0;
    cancel(&market, order).await;
    // An earlier program did not know the order's second event.
    sqlx::query(
        "INSERT INTO automation.agenda
             (manager, subject, cause, correlation, due_at, failures, last_failure, parked_at, unread_version)
         VALUES ($1, $2, $2, $2, now(), 1, 'unknown', now(), 2)",
    )
    .bind(REFUNDS)
    .bind(order.uuid())
    .execute(&pool)
    .await
    .unwrap();
    let process = Process::start(&market.shop.app, &pool);
    wait_for("the refund", async || {
        let history = market.shop.history("order", order.uuid()).await;
        (history.last().unwrap() == "OrderRefunded").then_some(())
    })
    .await;
    idle(&market, &pool).await;
    process.end().await;
}

#[tokio::test]
async fn steps_after_an_unreadable_event_are_done_once_it_is_skipped() {
    let (_database, pool) = database().await;
    let (market, odd, _) = two_orders().await;
    let process = Process::start(&market.shop.app, &pool);
    all_parked(&pool, odd).await;
    let parked_before = parked(&pool).await.unwrap().len();
    // The agenda entry was written by a program that can read all events.
    let now = market.shop.app.clock.now();
    let provenance = Provenance::of_command(Uuid::from_u128(78), Actor::system("the future"), now);
    let events = vec![OrderEvent::OrderCancelled { order_id: odd, reason: None }];
    let append = Append { id: odd.uuid(), expected: ExpectedVersion::Any, events };
    market.shop.app.writer.log.append(&provenance, append).await.unwrap();
    let head = market.shop.app.writer.log.read_all(
        shared_events::Position::START,
        &event_store::Categories::All,
        100_000,
    );
    let head = i64::try_from(head.await.unwrap().up_to.0).unwrap();
    wait_for("the manager to have read the cancellation", async || {
        let read: bool =
            sqlx::query_scalar("SELECT position >= $1 FROM automation.checkpoints WHERE manager = $2")
                .bind(head)
                .bind(REFUNDS)
                .fetch_one(&pool)
                .await
                .unwrap();
        read.then_some(())
    })
    .await;
    assert_eq!(
        parked(&pool).await.unwrap().len(),
        parked_before,
        "nothing comes after an event that cannot be read"
    );

    assert!(skip_step(&pool, REFUNDS, odd.uuid(), "olga", now).await.unwrap());
    // This program cannot load the order, so the step fails, but it is noted and tried.
    wait_for("the step to be tried", async || {
        let failure: Option<Option<String>> =
            sqlx::query_scalar("SELECT last_failure FROM automation.agenda WHERE parked_at IS NULL")
                .fetch_optional(&pool)
                .await
                .unwrap();
        failure.flatten().filter(|failure| failure.contains("OrderTeleported"))
    })
    .await;
    process.end().await;
}

#[tokio::test]
async fn a_step_that_panics_has_failed() {
    let stuck = UnrefundedOrder::open().await;
    *stuck.provider.no_refunds_of.lock().unwrap() = None;
    stuck.provider.panics_once.store(true, Ordering::SeqCst);
    let process = Process::start(&stuck.market.shop.app, &stuck.pool);
    wait_for("the panic to be written down", async || {
        let failure: Option<String> =
            sqlx::query_scalar("SELECT last_failure FROM automation.agenda WHERE failures = 1")
                .fetch_optional(&stuck.pool)
                .await
                .unwrap();
        failure.filter(|failure| failure == "panicked: a hand slipped")
    })
    .await;
    stuck.market.shop.clock.advance(TimeDelta::seconds(2));
    idle(&stuck.market, &stuck.pool).await;
    assert_eq!(stuck.last().await, "OrderRefunded");
    process.end().await;
}
