//! Tests of the process managers, with the log in memory and the agenda in Postgres.

mod account_mail;
mod crashes;
mod disputes;
mod erasing;
mod handover;
mod mailing;
mod parking;
mod restoring;
mod silence;
mod turns;
mod waking;
mod webhooks;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::order::change_status::ChangeStatus;
use postgres_kit::{Limits, Pool};
use serde_json::json;
use shared_events::{
    Cents, Role,
    ids::{AccountId, CheckoutId, OrderId},
    shop::{OrderStatus, Tracking},
};
use test_support::{TestDatabase, wait_for};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{managers::MANAGERS, migrate, run};
use crate::{
    App,
    http::{
        market::{Market, Payment},
        testing::Shop,
    },
    payments::IntentStatus,
};

pub(crate) async fn database() -> (TestDatabase, Pool) {
    let database = TestDatabase::create("automation", async |url: &str| {
        let pool = Pool::connect(url).await?;
        migrate(&pool).await?;
        migrate(&pool).await?;
        pool.close().await;
        Ok::<_, sqlx::Error>(())
    })
    .await;
    let pool = database.pool().await;
    (database, pool)
}

/// Begins a term, as a process that takes the lease does.
pub(super) async fn begin_term(pool: &Pool, number: u128) -> Uuid {
    let term = Uuid::from_u128(number);
    sqlx::query(
        "INSERT INTO automation.lease (term) VALUES ($1) ON CONFLICT (id) DO UPDATE SET term = excluded.term",
    )
    .bind(term)
    .execute(pool)
    .await
    .unwrap();
    term
}

/// A lease that expires soon after its holder vanishes.
fn limits() -> Limits {
    Limits::new(Duration::from_secs(10), Duration::from_secs(10))
}

/// A process that runs the managers until it is stopped.
struct Process {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Process {
    fn start(app: &App, pool: &Pool) -> Self {
        let stop = CancellationToken::new();
        let task = tokio::spawn(run(app.clone(), pool.clone(), limits(), stop.clone()));
        Self { stop, task }
    }

    async fn end(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }

    /// Ends it without an orderly stop.
    async fn die(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }
}

async fn waiting(pool: &Pool) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM automation.agenda").fetch_one(pool).await.unwrap()
}

/// Waits until the managers have read the whole log, with what their own steps append, and their agendas are empty.
async fn idle(market: &Market, pool: &Pool) {
    let mut head = log_head(market).await;
    loop {
        wait_for("the managers to have read everything", async || {
            let current: i64 =
                sqlx::query_scalar("SELECT count(*) FROM automation.checkpoints WHERE position >= $1")
                    .bind(head)
                    .fetch_one(pool)
                    .await
                    .unwrap();
            (usize::try_from(current).unwrap() == MANAGERS.len()).then_some(())
        })
        .await;
        wait_for("an empty agenda", async || (waiting(pool).await == 0).then_some(())).await;
        let now = log_head(market).await;
        if now == head {
            return;
        }
        head = now;
    }
}

async fn log_head(market: &Market) -> i64 {
    let (start, all) = (shared_events::Position::START, event_store::Categories::All);
    let page = market.shop.app.writer.log.read_all(start, &all, 100_000).await.unwrap();
    i64::try_from(page.up_to.0).unwrap()
}

async fn paid(market: &Market) -> Payment {
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pay_silently(&payment).await;
    payment
}

async fn cancel(market: &Market, order: OrderId) {
    let path = format!("/orders/{order}/cancel");
    market.shop.put(&path, Some(&market.anna), &json!({})).await.done(StatusCode::OK);
}

#[tokio::test]
async fn an_unreported_payment_becomes_orders_within_a_minute() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let payment = paid(&market).await;
    wait_for("the checkout to be noted", async || (waiting(&pool).await == 1).then_some(())).await;
    assert_eq!(market.orders().await.len(), 0);
    market.shop.clock.advance(TimeDelta::seconds(61));
    idle(&market, &pool).await;
    assert_eq!(market.orders().await.len(), 2);
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    assert_eq!(market.orders().await.len(), 2);
    process.end().await;
}

#[tokio::test]
async fn a_start_settles_at_once_after_a_crash() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    paid(&market).await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    assert_eq!(market.orders().await.len(), 2);
    process.end().await;
    // The second run starts with the checkout already on the agenda of the process that died.
    let process = Process::start(&market.shop.app, &pool);
    let payment = market.intent(&market.anna, &market.cart()).await;
    wait_for("the checkout to be noted", async || (waiting(&pool).await == 1).then_some(())).await;
    process.end().await;
    market.pay_silently(&payment).await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    assert_eq!(market.orders().await.len(), 4);
    process.end().await;
}

#[tokio::test]
async fn an_unpaid_checkout_is_closed_when_it_expires() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    let payment = market.intent(&market.anna, &market.cart()).await;
    wait_for("the checkout to be noted", async || (waiting(&pool).await == 1).then_some(())).await;
    market.shop.clock.advance(TimeDelta::minutes(14));
    assert_eq!(market.shelves().await, [(5, 1); 3]);
    market.shop.clock.advance(TimeDelta::minutes(1));
    idle(&market, &pool).await;
    assert_eq!(market.shelves().await, [(5, 0); 3]);
    let status = market.shop.app.payments.retrieve(&payment.id).await.unwrap().unwrap().status;
    assert_eq!(status, IntentStatus::Canceled);
    process.end().await;
}

#[tokio::test]
async fn a_cancelled_order_is_made_good() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    let order = market.orders().await[0].0;
    cancel(&market, order).await;
    let history = wait_for("the refund", async || {
        let history = market.shop.history("order", order.uuid()).await;
        (history.len() == 3).then_some(history)
    })
    .await;
    assert_eq!(history, ["OrderPlaced", "OrderCancelled", "OrderRefunded"]);
    assert_eq!(market.shelves().await, [(5, 0), (5, 0), (4, 0)]);
    idle(&market, &pool).await;
    process.end().await;
}

/// The process dies after the return, before it notes the return on the review.
#[tokio::test]
async fn a_review_is_withdrawn_when_the_order_is_returned() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    let orders = market.orders().await;
    let (order_id, _) = *orders.iter().find(|(_, merchant)| merchant.uuid() == market.mia.id).unwrap();
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered"] {
        let body = json!({"status": status});
        let path = format!("/orders/{order_id}/status");
        market.shop.put(&path, Some(&market.mia), &body).await.done(StatusCode::OK);
    }
    let path = format!("/products/{}/reviews", market.tomatoes);
    let praise = json!({"rating": 5, "comment": "Sweet and firm."});
    let reply = market.shop.post(&path, Some(&market.anna), &praise).await;
    let review: Uuid = reply.done(StatusCode::CREATED)["review"]["id"].as_str().unwrap().parse().unwrap();
    let back = ChangeStatus {
        order_id,
        by: AccountId::new(market.mia.id),
        role: Role::Merchant,
        to: OrderStatus::Returned,
        reason: Some("Too sour".to_owned()),
        note: None,
        tracking: Tracking::default(),
        customer_is_forgotten: false,
    };
    market.shop.app.writer.execute(&market.command(), &back).await.unwrap();
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let last = market.shop.history("review", review).await.pop();
    assert_eq!(last.as_deref(), Some("ReviewWithdrawn"));
    process.end().await;
}

#[tokio::test]
async fn a_failed_refund_is_retried_and_delays_no_other() {
    let (_database, pool) = database().await;
    let mut market = Market::open().await;
    let provider = market.shop.with_flaky_provider();
    let mut payments = Vec::new();
    for _ in 0..2 {
        let payment = paid(&market).await;
        market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
        payments.push(payment);
    }
    let orders = market.orders().await;
    *provider.no_refunds_of.lock().unwrap() = Some(payments[0].id.clone());
    cancel(&market, orders[0].0).await;
    cancel(&market, orders[2].0).await;
    let process = Process::start(&market.shop.app, &pool);
    let last = async |order: OrderId| market.shop.history("order", order.uuid()).await.pop().unwrap();
    wait_for("the refund that works", async || (last(orders[2].0).await == "OrderRefunded").then_some(()))
        .await;
    let failure = wait_for("the failure to be written down", async || {
        let found: Option<String> =
            sqlx::query_scalar("SELECT last_failure FROM automation.agenda WHERE failures > 0")
                .fetch_optional(&pool)
                .await
                .unwrap();
        found
    })
    .await;
    assert!(failure.contains("no refunds now"), "{failure}");
    assert_eq!(last(orders[0].0).await, "OrderCancelled");

    *provider.no_refunds_of.lock().unwrap() = None;
    market.shop.clock.advance(TimeDelta::minutes(5));
    idle(&market, &pool).await;
    assert_eq!(last(orders[0].0).await, "OrderRefunded");
    assert_eq!(market.shelves().await[0], (5, 0), "both orders' tomatoes are back, once");
    process.end().await;
}

#[tokio::test]
async fn a_second_process_takes_over_when_the_first_one_ends() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let first = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let second = Process::start(&market.shop.app, &pool);
    first.end().await;
    paid(&market).await;
    market.shop.clock.advance(TimeDelta::seconds(61));
    wait_for("the second process", async || (market.orders().await.len() == 2).then_some(())).await;
    second.end().await;
}
