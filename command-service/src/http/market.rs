//! A test shop with two merchants and three products, for tests of purchases.

use axum::http::StatusCode;
use domain::{checkout::Checkout, stock::Stock};
use event_store::{Append, EventLog, ExpectedVersion};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared_events::{
    Actor, Event,
    events::{CheckoutEvent, OrderEvent},
    ids::{AccountId, CheckoutId, Id, OrderId, ProductId},
};

use super::testing::{Person, Reply, Shop, customer_form, id_in, merchant_form};
use crate::{application::load, payments::sandbox::Card};

pub(crate) const GOOD_CARD: &str = "4242 4242 4242 4242";
/// Units of each product in stock.
pub(crate) const STOCK: u32 = 5;

/// An event of a later version of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "data")]
enum UnknownEvent {
    OrderTeleported { to: String },
}

impl Event for UnknownEvent {
    const CATEGORY: &'static str = "order";
    const TYPES: &'static [&'static str] = &["OrderTeleported"];
}

/// A shop with products for sale.
pub(crate) struct Market {
    pub(crate) shop: Shop,
    pub(crate) admin: Person,
    pub(crate) mia: Person,
    pub(crate) ben: Person,
    pub(crate) anna: Person,
    /// Mia's, $3.50 a pound.
    pub(crate) tomatoes: ProductId,
    /// Mia's, $2.00 a bunch.
    pub(crate) kale: ProductId,
    /// Ben's, $6.00 a dozen.
    pub(crate) eggs: ProductId,
}

impl Market {
    pub(crate) async fn open() -> Self {
        Self::open_on(EventLog::in_memory()).await
    }

    pub(crate) async fn open_on(log: EventLog) -> Self {
        let shop = Shop::open_on(log);
        let admin = shop.admin().await;
        let mia = shop.merchant().await;
        let ben = shop.sign_up(&merchant_form("ben@example.com")).await;
        let anna = shop.customer().await;
        for merchant in [&mia, &ben] {
            approve(&shop, &admin, &format!("/admin/users/{}/approve", merchant.id)).await;
        }
        let tomatoes = offered(&shop, &admin, &mia, ("Tomatoes", 3.5, "pound")).await;
        let kale = offered(&shop, &admin, &mia, ("Kale", 2.0, "bunch")).await;
        let eggs = offered(&shop, &admin, &ben, ("Eggs", 6.0, "dozen")).await;
        Self { shop, admin, mia, ben, anna, tomatoes, kale, eggs }
    }

    pub(crate) async fn another_customer(&self, number: usize) -> Person {
        self.shop.sign_up(&customer_form(&format!("customer{number}@example.com"))).await
    }

    /// Another product of Mia's, by the pound.
    pub(crate) async fn product(&self, name: &str, price: f64, stock: u32) -> ProductId {
        offered_with(&self.shop, &self.admin, &self.mia, (name, price, "pound"), stock).await
    }

    /// Two pounds of tomatoes, a bunch of kale, a dozen eggs: $15.00, with tax $16.20.
    pub(crate) fn cart(&self) -> Value {
        order_form(16.2, &[(self.tomatoes, 2), (self.kale, 1), (self.eggs, 1)])
    }

    pub(crate) async fn create_intent(&self, who: &Person, form: &Value) -> Reply {
        self.shop.post("/payments/create-intent", Some(who), form).await
    }

    /// Opens a checkout and returns its unpaid payment.
    pub(crate) async fn intent(&self, who: &Person, form: &Value) -> Payment {
        let reply = self.create_intent(who, form).await;
        let intent = &reply.done(StatusCode::OK)["paymentIntent"];
        let text = |name: &str| intent[name].as_str().unwrap().to_owned();
        Payment { id: text("id"), secret: text("client_secret") }
    }

    /// Confirms a payment with a card through our own API, which settles it at once if the card is accepted.
    pub(crate) async fn confirm(&self, payment: &Payment, number: &str, authenticated: bool) -> Reply {
        let body = json!({
            "clientSecret": payment.secret, "authenticated": authenticated,
            "card": {"number": number, "expMonth": 12, "expYear": 2035, "cvc": "123"},
        });
        self.shop.post(&format!("/payments/sandbox/{}/confirm", payment.id), None, &body).await
    }

    /// Pays with a card that is accepted.
    pub(crate) async fn pays(&self, payment: &Payment) {
        let reply = self.confirm(payment, GOOD_CARD, false).await;
        assert_eq!((reply.status, &reply.body["status"]), (StatusCode::OK, &json!("succeeded")), "{reply:?}");
    }

    /// Pays at the provider without a message to the shop.
    pub(crate) async fn pay_silently(&self, payment: &Payment) {
        let card =
            Card { number: GOOD_CARD.to_owned(), exp_month: 12, exp_year: 2035, cvc: "123".to_owned() };
        let sandbox = self.shop.app.sandbox.as_ref().unwrap();
        sandbox.confirm(&payment.id, &payment.secret, &card, false).await.unwrap().unwrap();
    }

    pub(crate) async fn create_order(&self, who: &Person, payment: &str) -> Reply {
        self.shop.post("/orders/create", Some(who), &json!({"paymentIntentId": payment})).await
    }

    pub(crate) async fn checkout_of(&self, payment: &Payment) -> CheckoutId {
        self.shop.app.payments.retrieve(&payment.id).await.unwrap().unwrap().checkout_id
    }

    pub(crate) async fn checkout(&self, id: CheckoutId) -> Checkout {
        load::<Checkout, ()>(&self.shop.app.writer.log, id.uuid()).await.unwrap().state
    }

    pub(crate) async fn stock(&self, product: ProductId) -> Stock {
        load::<Stock, ()>(&self.shop.app.writer.log, product.uuid()).await.unwrap().state
    }

    /// Units on the shelf and number of holds, of tomatoes, kale and eggs.
    pub(crate) async fn shelves(&self) -> [(u32, usize); 3] {
        let mut shelves = [(0, 0); 3];
        for (shelf, product) in shelves.iter_mut().zip([self.tomatoes, self.kale, self.eggs]) {
            let stock = self.stock(product).await;
            *shelf = (stock.on_hand, stock.holds.len());
        }
        shelves
    }

    /// All orders in the log, in order, with their merchants.
    pub(crate) async fn orders(&self) -> Vec<(OrderId, AccountId)> {
        let events = self.events("order").await;
        let placed =
            events.into_iter().filter_map(|event| match event_store::log::typed(event).unwrap().event {
                OrderEvent::OrderPlaced { order_id, merchant_id, .. } => Some((order_id, merchant_id)),
                _ => None,
            });
        placed.collect()
    }

    /// All checkouts in the log.
    pub(crate) async fn checkouts(&self) -> Vec<CheckoutId> {
        let events = self.events("checkout").await;
        let started =
            events.into_iter().filter_map(|event| match event_store::log::typed(event).unwrap().event {
                CheckoutEvent::CheckoutStarted { checkout_id, .. } => Some(checkout_id),
                _ => None,
            });
        started.collect()
    }

    async fn events(&self, category: &'static str) -> Vec<shared_events::Recorded<shared_events::RawEvent>> {
        let categories = event_store::Categories::Only(vec![category].into());
        let log = &self.shop.app.writer.log;
        log.read_all(shared_events::Position::START, &categories, 10_000).await.unwrap().events
    }

    /// Appends an event to the order that this program does not know.
    pub(crate) async fn append_unreadable(&self, order: OrderId) {
        let events = vec![UnknownEvent::OrderTeleported { to: "Mars".to_owned() }];
        let append = Append { id: order.uuid(), expected: ExpectedVersion::Any, events };
        self.shop.app.writer.log.append(&self.command(), append).await.unwrap();
    }

    /// Provenance of a command by the system.
    pub(crate) fn command(&self) -> event_store::Provenance {
        self.shop.app.command_by(Actor::system("test"))
    }
}

/// A payment as the customer's browser knows it.
#[derive(Clone, Debug)]
pub(crate) struct Payment {
    pub(crate) id: String,
    pub(crate) secret: String,
}

/// The body of a checkout request, for pickup.
pub(crate) fn order_form<Kind>(amount: f64, items: &[(Id<Kind>, u32)]) -> Value {
    let items: Vec<Value> =
        items.iter().map(|(id, quantity)| json!({"id": id.to_string(), "quantity": quantity})).collect();
    json!({
        "amount": amount, "currency": "usd", "items": items, "billing": {"sameAsShipping": true},
        "shipping": {
            "firstName": "Anna", "lastName": "Smith", "email": "anna@example.com", "phone": "",
            "address": "2 Market Street", "apartment": "", "city": "Burlington", "state": "VT",
            "zipCode": "05401", "country": "US", "deliveryMethod": "pickup",
            "deliveryInstructions": "Ring twice",
        },
    })
}

async fn approve(shop: &Shop, admin: &Person, path: &str) {
    shop.put(path, Some(admin), &json!({"approved": true})).await.done(StatusCode::OK);
}

async fn offered(shop: &Shop, admin: &Person, merchant: &Person, goods: (&str, f64, &str)) -> ProductId {
    offered_with(shop, admin, merchant, goods, STOCK).await
}

async fn offered_with(
    shop: &Shop,
    admin: &Person,
    merchant: &Person,
    (name, price, unit): (&str, f64, &str),
    quantity: u32,
) -> ProductId {
    let form = json!({
        "name": name, "description": "As it grows here.", "price": price, "category": "produce",
        "subcategory": "Vegetables", "inventory": {"quantity": quantity, "unit": unit},
    });
    let reply = shop.post("/products", Some(merchant), &form).await;
    let id: ProductId = id_in(&reply.done(StatusCode::CREATED)["product"]["id"]);
    approve(shop, admin, &format!("/admin/products/{id}/approve")).await;
    id
}
