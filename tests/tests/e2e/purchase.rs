//! Tests a purchase from an empty shop to a delivered order, for every shape of an instance and every event store: the
//! roles see each other's writes, even after restarts.

use serde_json::{Value, json};

use crate::{
    client::Client,
    instance::{Events, Instance, Shape},
    market,
};

const PRICE: f64 = 4.5;

#[test]
fn a_purchase_succeeds_on_postgres() {
    purchase(Instance::of_choice());
}

#[test]
fn a_purchase_succeeds_on_postgres_in_three_processes() {
    purchase(Instance::start(Shape::Split));
}

#[test]
fn a_purchase_succeeds_on_kurrentdb_in_one_process() {
    let instance = purchase(Instance::start_with(Shape::AllInOne, Events::in_kurrentdb()));
    // The command is refused without the event store's address: the views' positions mean nothing in the empty log of
    // the same Postgres.
    let refused = instance.attempt_on_postgres(&["views", "list"]);
    assert_ne!(refused.status, 0);
    assert!(refused.error_output.contains("its events are in a KurrentDB"), "{refused:?}");
}

#[test]
fn a_purchase_succeeds_on_kurrentdb_in_three_processes() {
    purchase(Instance::start_with(Shape::Split, Events::in_kurrentdb()));
}

/// Buys, delivers and cancels, restarts the processes, and verifies the views.
pub(crate) fn purchase(mut instance: Instance) -> Instance {
    let mut admin = market::admin(&instance);
    let mut merchant = market::merchant(&instance, &mut admin);
    let product = market::product(&mut merchant, &mut admin, "Travelled Turnips", PRICE, 20);
    let mut customer = market::customer(&instance, 1);
    customer.has_seen_as_much_as(&admin);
    assert_eq!(customer.get(&format!("/products/{product}")).ok()["inventory"]["quantity"], 20);

    adds_and_removes_a_favourite(&mut customer, &product);
    let first = buy(&mut customer, &product, 3);
    instance.restart_event_store();
    let second = buy(&mut customer, &product, 2);
    assert_ne!(first, second);

    merchant.has_seen_as_much_as(&customer);
    let orders = merchant.get("/orders/merchant").ok();
    assert_eq!(orders.as_array().expect("a list of orders").len(), 2);
    let order = orders[0]["id"].as_str().expect("an id").to_owned();
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered"] {
        merchant.put(&format!("/orders/{order}/status"), &json!({ "status": status })).ok();
    }
    // The customer cancels the other order, and a process manager restocks the units and refunds the payment.
    let other = orders[1]["id"].as_str().expect("an id").to_owned();
    let units = orders[1]["items"][0]["quantity"].as_u64().expect("a quantity");
    merchant.put(&format!("/orders/{other}/status"), &json!({ "status": "cancelled" })).ok();
    assert_eq!(settled_stock(&mut merchant, &product, 15 + units), 15 + units);

    instance.crash_and_restart();
    for client in [&mut merchant, &mut customer] {
        client.reconnect(&instance);
    }
    customer.has_seen_as_much_as(&merchant);
    let mine = customer.get("/orders/customer").ok();
    let status = |id: &str| {
        let mine = mine.as_array().expect("a list of orders");
        mine.iter().find(|order| order["id"] == id).expect("the order")["status"].clone()
    };
    assert_eq!((status(&order), status(&other)), (json!("delivered"), json!("cancelled")));
    let history = instance.operate(&["events", "show", &format!("order-{order}")]);
    assert!(history.contains("OrderPlaced") && history.contains("OrderDelivered"), "{history}");
    for view in ["catalog", "orders"] {
        instance.operate(&["views", "verify", view]);
    }
    instance
}

/// Adds and removes a favourite, each twice, and checks the list.
fn adds_and_removes_a_favourite(customer: &mut Client, product: &str) {
    let path = format!("/users/favorites/{product}");
    for _ in 0..2 {
        customer.post(&path, &json!({})).ok();
        let liked = customer.get("/users/favorites").ok();
        assert_eq!((liked.as_array().map(Vec::len), &liked[0]["id"]), (Some(1), &json!(product)));
    }
    for _ in 0..2 {
        customer.delete(&path).ok();
        assert_eq!(customer.get("/users/favorites").ok(), json!([]));
    }
}

/// Buys units; returns the payment in the order call's answer.
fn buy(customer: &mut Client, product: &str, quantity: u32) -> String {
    let intent = customer.post("/payments/create-intent", &market::intent(product, PRICE, quantity)).ok();
    let id = intent["paymentIntent"]["id"].as_str().expect("an intent has an id").to_owned();
    let secret = intent["clientSecret"].as_str().expect("an intent has a secret");
    assert_eq!(market::pay(customer, &id, secret).expect("an answer").ok()["status"], "succeeded");
    customer.post("/orders/create", &json!({ "paymentIntentId": id })).ok();
    id
}

/// The stock, as soon as it has the expected value, or whatever it is after two minutes.
fn settled_stock(merchant: &mut Client, product: &str, expected: u64) -> u64 {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(120);
    loop {
        let found = merchant.get(&format!("/products/{product}")).ok()["inventory"]["quantity"].clone();
        let quantity = Value::as_u64(&found).expect("a quantity");
        if quantity == expected || std::time::Instant::now() > deadline {
            return quantity;
        }
    }
}
