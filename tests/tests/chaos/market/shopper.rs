//! A customer who buys, pays in several ways, cancels orders, and remembers what they have seen.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use rand::RngExt;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tokio::runtime::Handle;

use super::{
    audit::BrokenPromise,
    board::SharedState,
    client::{Client, Method},
    memory::OrderMemory,
};

/// The price of the product, in dollars.
pub(crate) const PRICE: f64 = 2.5;
pub(crate) const PASSWORD: &str = "Correct#Horse1";
const LISTED_ORDERS: usize = 60;
const MAX_PAUSE_MILLIS: u64 = 300;
/// The pause between two attempts to reach the provider's books.
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// How long a view may take to catch up after a crash of its Postgres.
const CATCH_UP_LIMIT: Duration = Duration::from_secs(30);

pub(crate) struct Shopper {
    pub(crate) client: Client,
    pub(crate) customer: String,
    product: String,
    memory: OrderMemory,
    /// The number of crashes of Postgres when the last list was read.
    crashes: u64,
}

impl Shopper {
    pub(crate) fn sign_up(mut client: Client, product: &str) -> Option<Self> {
        let form = json!({
            "name": client.name(), "email": format!("{}@market.example", client.name()), "password": PASSWORD,
            "role": "customer",
        });
        let answer = client.done(Method::Post, "/auth/signup", &form)?;
        client.hold(answer.text("/token"));
        let customer = answer.text("/user/id");
        Some(Self {
            client,
            customer,
            product: product.to_owned(),
            memory: OrderMemory::default(),
            crashes: 0,
        })
    }

    /// The same customer with the same memory in another part of the run.
    pub(crate) fn again(&self, board: &Arc<SharedState>, name: &str) -> Self {
        Self {
            client: self.client.again(board, name),
            customer: self.customer.clone(),
            product: self.product.clone(),
            memory: self.memory.clone(),
            crashes: self.crashes,
        }
    }

    /// Buys until the market is closed.
    pub(crate) fn shop(mut self, runtime: &Handle) -> Self {
        while !self.client.board.is_closing() {
            // Failures have already been recorded as offences.
            let _ = self.buy(runtime);
            self.client.board.purchases.fetch_add(1, Ordering::Relaxed);
            let breath = self.client.dice.random_range(0..MAX_PAUSE_MILLIS);
            std::thread::sleep(Duration::from_millis(breath));
        }
        self
    }

    fn buy(&mut self, runtime: &Handle) -> Option<()> {
        let quantity = self.client.dice.random_range(1..4);
        *self.client.board.book().promises.checkouts.entry(self.customer.clone()).or_default() += 1;
        let form = intent(&self.product, PRICE, quantity);
        let answer = self.client.done(Method::Post, "/payments/create-intent", &form)?;
        let (id, secret) = (answer.text("/paymentIntent/id"), answer.text("/clientSecret"));
        match self.client.dice.random_range(0..10) {
            // The customer abandons the checkout.
            0 => return Some(()),
            // The provider captures the payment, and its message to the program is lost.
            1..=4 => runtime.block_on(pay_without_the_programs_knowledge(self, &id)),
            _ => {
                let card =
                    json!({ "number": "4242 4242 4242 4242", "expMonth": 12, "expYear": 2035, "cvc": "123" });
                let path = format!("/payments/sandbox/{id}/confirm");
                let form = json!({ "clientSecret": secret, "card": card });
                let paid = self.client.done(Method::Post, &path, &form)?;
                if paid.text("/status") != "succeeded" {
                    self.client.board.offence(BrokenPromise::Refused, format!("{id}: {paid:?}"));
                }
            }
        }
        self.client.board.book().promises.paid.insert(id.clone());
        if self.client.percent(50) {
            let placed =
                self.client.done(Method::Post, "/orders/create", &json!({ "paymentIntentId": id }))?;
            let number = placed.text("/order/orderNumber");
            self.client.board.book().promises.orders.insert(number.clone());
            self.memory.ordered(number);
        }
        self.look();
        if let Some(order) = self.memory.pending().filter(|_| self.client.percent(30)) {
            self.client.done(Method::Put, &format!("/orders/{order}/cancel"), &json!({}))?;
            self.memory.cancelled(&order);
            self.client.board.book().promises.cancelled.insert(order);
            self.look();
        }
        Some(())
    }

    /// Reads the orders and compares them with those seen before, unless the program says that the list may be stale.
    ///
    /// Views commit without waiting for the disk, so a crash of Postgres may lose their last changes, which they apply
    /// again from the log. Until then a list may lack an order that was only seen in another list. It never lacks an
    /// order whose position the customer knows.
    fn look(&mut self) {
        let deadline = Instant::now() + CATCH_UP_LIMIT;
        loop {
            let crashes = self.client.board.crashes.load(Ordering::SeqCst);
            let Some(list) = self.read_orders() else { return };
            let board = &self.client.board;
            let Some(missing) = self.memory.missing_from(&list, LISTED_ORDERS) else {
                self.crashes = crashes;
                return self.memory.take(&list);
            };
            let crashed = board.crashes.load(Ordering::SeqCst) > self.crashes;
            if missing.acknowledged || !crashed || Instant::now() > deadline {
                let what = format!("{} at {}: {}", self.customer, self.client.seen, missing.what);
                board.offence(BrokenPromise::SeenGone, what);
                return self.memory.take(&list);
            }
            board.count("lists read again after a crash of Postgres");
            std::thread::sleep(RETRY_PAUSE);
        }
    }

    fn read_orders(&mut self) -> Option<Value> {
        let path = format!("/orders/customer?limit={LISTED_ORDERS}");
        let answer = self.client.look(&path, self.client.seen)?;
        let board = &self.client.board;
        if answer.is_unavailable_with_retry() {
            return None;
        }
        if answer.stale {
            board.count("reads told to be stale");
            return None;
        }
        if answer.status != 200 {
            board.offence(BrokenPromise::Refused, format!("{path}: {answer:?}"));
            return None;
        }
        board.count("lists of orders compared with what was seen");
        Some(answer.body)
    }
}

/// Captures a payment without telling the shop, as when the provider's message is lost.
async fn pay_without_the_programs_knowledge(shopper: &Shopper, intent: &str) {
    loop {
        let paying = async {
            let mut books = PgConnection::connect(&shopper.client.board.database()).await?;
            let paid = sqlx::query(
                "UPDATE sandbox.intents SET intent = jsonb_set(intent, '{status}', '\"succeeded\"')
                 WHERE id = $1 AND intent->>'status' IN ('requires_payment_method', 'succeeded')",
            )
            .bind(intent)
            .execute(&mut books)
            .await?;
            books.close().await?;
            Ok::<_, sqlx::Error>(paid.rows_affected())
        };
        match paying.await {
            Ok(1) => return shopper.client.board.count("payments that only the provider knew of"),
            Ok(_) => {
                let what = format!("{intent} was acknowledged and cannot be paid");
                return shopper.client.board.offence(BrokenPromise::EffectLost, what);
            }
            // The server was killed, or is not running yet.
            Err(_) => tokio::time::sleep(RETRY_PAUSE).await,
        }
    }
}

/// The body of a request for a payment intent.
fn intent(product: &str, price: f64, quantity: u32) -> Value {
    let subtotal = price * f64::from(quantity);
    let tax = (subtotal * 8.0).round() / 100.0;
    json!({
        "amount": ((subtotal + tax) * 100.0).round() / 100.0, "currency": "usd",
        "shipping": {
            "firstName": "Cora", "lastName": "Customer", "email": "cora@market.example", "phone": "",
            "address": "2 Market Street", "city": "San Francisco", "state": "CA", "zipCode": "94110", "country": "US",
            "deliveryMethod": "pickup", "deliveryInstructions": "",
        },
        "billing": { "sameAsShipping": true },
        "items": [{ "id": product, "name": "?", "price": price, "quantity": quantity }],
    })
}
