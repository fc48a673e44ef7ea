//! Writes checkouts into the log as if they had begun twenty minutes ago, so that the test need not wait until real
//! ones expire. The process managers then release their units, place their orders, or refund them.

use chrono::TimeDelta;
use event_store::{Append, EventLog, ExpectedVersion, Provenance};
use serde_json::json;
use service_kit::clock::{Clock, SystemClock};
use shared_events::{
    Actor, Event,
    ids::{AccountId, Id, ProductId},
};
use sqlx::{PgPool, postgres::PgPoolOptions};
use uuid::Uuid;

use crate::{
    projector::log_of,
    shop::{Purchase, customer_actor},
};

/// The age of the checkouts, longer than a checkout may take.
const CHECKOUT_AGE: TimeDelta = TimeDelta::minutes(20);

/// The state of an expired checkout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpiredCheckout {
    /// Not paid, so its units are released.
    Unpaid,
    /// Paid, and its units are still held, so its order is placed.
    Paid,
    /// Paid, but its product is sold out, so the payment is refunded.
    PaidInVain,
}

#[derive(Clone, Debug)]
pub(crate) struct ExpiredCheckouts {
    pub(crate) customer: AccountId,
    pub(crate) merchant: AccountId,
    pub(crate) product: ProductId,
    pub(crate) sold_out: ProductId,
}

impl ExpiredCheckouts {
    /// Connects to the database, which must be reachable: this runs between the faults.
    pub(crate) async fn at(&self, database: &str) -> ExpiredCheckoutWriter {
        let books = PgPoolOptions::new().max_connections(3).connect(database).await.expect("the database");
        ExpiredCheckoutWriter { expired_checkouts: self.clone(), log: log_of(&books), books }
    }
}

/// Writes to the log and to the provider's books.
pub(crate) struct ExpiredCheckoutWriter {
    expired_checkouts: ExpiredCheckouts,
    log: EventLog,
    books: PgPool,
}

impl ExpiredCheckoutWriter {
    pub(crate) async fn close(self) {
        drop(self.log);
        self.books.close().await;
    }

    /// Writes a checkout with this unique number. Returns the payment if the provider has captured it.
    pub(crate) async fn write(&self, number: u64, late: ExpiredCheckout) -> Option<String> {
        let namespace = Uuid::from_u128(u128::from(number));
        let ExpiredCheckouts { customer, merchant, product, sold_out } = self.expired_checkouts;
        let product_id = if late == ExpiredCheckout::PaidInVain { sold_out } else { product };
        let purchase = Purchase {
            checkout_id: Id::derived(namespace, "checkout"),
            order_id: Id::derived(namespace, "order"),
            customer_id: customer,
            merchant_id: merchant,
            product_id,
            quantity: 2,
            at: SystemClock.now() - CHECKOUT_AGE,
        };
        let checkout_id = purchase.checkout_id;
        let paid = late != ExpiredCheckout::Unpaid;
        let intent = json!({
            "id": purchase.intent(), "checkout_id": checkout_id, "client_secret": "late",
            "amount": purchase.amounts().total, "refunds": [],
            "status": if paid { "succeeded" } else { "requires_payment_method" },
        });
        sqlx::query("INSERT INTO sandbox.intents (id, intent, opened_at) VALUES ($1, $2, $3)")
            .bind(purchase.intent())
            .bind(intent)
            .bind(purchase.at)
            .execute(&self.books)
            .await
            .expect("the provider's books");
        if late != ExpiredCheckout::PaidInVain {
            self.append(&purchase, product_id.uuid(), ExpectedVersion::Any, vec![purchase.held()]).await;
        }
        let checkout = purchase.checkout();
        let begun = vec![checkout.started(), checkout.payment_requested()];
        self.append(&purchase, checkout_id.uuid(), ExpectedVersion::Exact(0), begun).await;
        paid.then(|| purchase.intent())
    }

    async fn append<E: Event>(
        &self,
        purchase: &Purchase,
        id: Uuid,
        expected: ExpectedVersion,
        events: Vec<E>,
    ) {
        let actor: Actor = customer_actor(purchase.customer_id);
        let provenance = Provenance::of_command(purchase.checkout_id.uuid(), actor, purchase.at);
        let appended = self.log.append(&provenance, Append { id, expected, events }).await;
        appended.expect("the store is there between the faults");
    }
}
