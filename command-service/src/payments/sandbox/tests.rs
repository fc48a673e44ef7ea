//! Tests of the sandbox, with books in memory and in Postgres.

use std::sync::Arc;

use chrono::DateTime;
use postgres_kit::Pool;
use service_kit::{ManualClock, SeededIds};
use shared_events::{Cents, ids::CheckoutId};
use test_support::TestDatabase;
use uuid::Uuid;

use super::{Books, Card, ConfirmError, Declined, MemoryBooks, PostgresBooks, Sandbox, migrate};
use crate::payments::{IntentStatus, PaymentProvider, ProviderIntent, contract};

fn sandbox(books: impl Books + 'static) -> Sandbox {
    let clock = ManualClock::at(DateTime::from_timestamp(1_790_000_000, 0).unwrap());
    Sandbox::new(Arc::new(books), Arc::new(clock), Arc::new(SeededIds::new(7)))
}

fn card(number: &str) -> Card {
    Card { number: number.to_owned(), exp_month: 12, exp_year: 2035, cvc: "123".to_owned() }
}

async fn confirm(
    sandbox: &Sandbox,
    intent: &ProviderIntent,
    number: &str,
    authenticated: bool,
) -> Result<IntentStatus, ConfirmError> {
    let confirmed = sandbox.confirm(&intent.id, &intent.client_secret, &card(number), authenticated).await;
    confirmed.unwrap().map(|intent| intent.status)
}

async fn database() -> (TestDatabase, Pool) {
    let database = TestDatabase::create("sandbox", async |url: &str| {
        let pool = Pool::connect(url).await?;
        // Migrating an existing schema changes nothing.
        migrate(&pool).await?;
        migrate(&pool).await?;
        pool.close().await;
        Ok::<_, sqlx::Error>(())
    })
    .await;
    let pool = database.pool().await;
    (database, pool)
}

async fn keeps_the_contract(sandbox: &Sandbox) {
    contract::check(sandbox, async |intent| {
        let paid = confirm(sandbox, intent, "4242 4242 4242 4242", false).await;
        paid.is_ok_and(|status| status == IntentStatus::Succeeded)
    })
    .await;
}

#[tokio::test]
async fn in_memory_the_sandbox_keeps_the_contract() {
    keeps_the_contract(&sandbox(MemoryBooks::default())).await;
}

#[tokio::test]
async fn in_postgres_the_sandbox_keeps_the_contract() {
    let (_database, pool) = database().await;
    keeps_the_contract(&sandbox(PostgresBooks::new(pool))).await;
}

/// Another process reads what the first one has written, so the books survive a crash.
#[tokio::test]
async fn in_postgres_the_books_outlive_the_process() {
    let (_database, pool) = database().await;
    let first = sandbox(PostgresBooks::new(pool.clone()));
    let intent = first.create_intent(CheckoutId::new(Uuid::from_u128(1)), Cents(5_00)).await.unwrap();
    confirm(&first, &intent, "4242 4242 4242 4242", false).await.unwrap();
    drop(first);
    let found = sandbox(PostgresBooks::new(pool)).retrieve(&intent.id).await.unwrap().unwrap();
    assert_eq!(found, ProviderIntent { status: IntentStatus::Succeeded, ..intent });
}

#[tokio::test]
async fn a_client_secret_gives_access_only_to_its_payment() {
    let sandbox = sandbox(MemoryBooks::default());
    let mine = sandbox.create_intent(CheckoutId::new(Uuid::from_u128(1)), Cents(5_00)).await.unwrap();
    let other = sandbox.create_intent(CheckoutId::new(Uuid::from_u128(2)), Cents(5_00)).await.unwrap();
    let stolen = ProviderIntent { client_secret: other.client_secret, ..mine.clone() };
    for (intent, number) in [(&stolen, "4242424242424242"), (&stolen, "no card")] {
        let refused = confirm(&sandbox, intent, number, false).await;
        assert!(matches!(refused, Err(ConfirmError::NotFound)), "{refused:?}");
    }
    let found = sandbox.retrieve(&mine.id).await.unwrap().unwrap();
    assert_eq!(found.status, IntentStatus::RequiresPaymentMethod);
}

#[tokio::test]
async fn after_a_decline_or_an_invalid_card_another_card_can_pay() {
    let sandbox = sandbox(MemoryBooks::default());
    let intent = sandbox.create_intent(CheckoutId::new(Uuid::from_u128(1)), Cents(5_00)).await.unwrap();
    let declined = confirm(&sandbox, &intent, "4000 0000 0000 9995", false).await.unwrap_err();
    assert!(matches!(declined, ConfirmError::Declined(Declined::InsufficientFunds)), "{declined:?}");
    let wrong = confirm(&sandbox, &intent, "4242 4242 4242 4241", false).await.unwrap_err();
    assert_eq!(wrong.to_string(), "Your card number is invalid.");
    let asked = confirm(&sandbox, &intent, "4000 0025 0000 3155", false).await.unwrap();
    assert_eq!(asked, IntentStatus::RequiresAction);
    let paid = confirm(&sandbox, &intent, "4000 0025 0000 3155", true).await.unwrap();
    assert_eq!(paid, IntentStatus::Succeeded);
}
