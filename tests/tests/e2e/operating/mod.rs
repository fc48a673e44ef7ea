//! Tests the operators' commands, beside a running instance and after a disaster.

mod archive;
mod backups;
mod erasure;
mod events;
mod looking;
mod lost_payments;
mod metrics;
mod parked;
mod people;
mod places;
mod side_by_side;
mod story;
mod traces;
mod views;
mod why;

use serde_json::{Value, json};

use crate::{
    client::Client,
    instance::{Attempt, Events, Instance, Shape},
    market,
};

const PRICE: f64 = 2.5;

/// An instance with one merchant, one product and one customer.
struct Stall {
    instance: Instance,
    admin: Client,
    merchant: Client,
    customer: Client,
    product: String,
}

impl Stall {
    fn open() -> Self {
        Self::in_shape(Shape::AllInOne)
    }

    fn in_shape(shape: Shape) -> Self {
        Self::of(Instance::start(shape))
    }

    fn on(events: Events) -> Self {
        Self::of(Instance::start_with(Shape::AllInOne, events))
    }

    fn of(instance: Instance) -> Self {
        let mut admin = market::admin(&instance);
        let mut merchant = market::merchant(&instance, &mut admin);
        let product = market::product(&mut merchant, &mut admin, "Steady Spinach", PRICE, 40);
        let customer = market::customer(&instance, 1);
        Self { instance, admin, merchant, customer, product }
    }

    /// The customer's e-mail address.
    fn email(&self) -> String {
        format!("customer1-{}@market.example", self.instance.name())
    }

    /// Buys two units; returns the order's id.
    fn buy(&mut self) -> String {
        let form = market::intent(&self.product, PRICE, 2);
        let intent = self.customer.post("/payments/create-intent", &form).ok();
        let id = intent["paymentIntent"]["id"].as_str().expect("an intent has an id");
        let secret = intent["clientSecret"].as_str().expect("an intent has a secret");
        let paid = market::pay(&mut self.customer, id, secret).expect("an answer").ok();
        assert_eq!(paid["status"], "succeeded");
        self.customer.post("/orders/create", &json!({ "paymentIntentId": id })).ok();
        self.merchant.has_seen_as_much_as(&self.customer);
        self.orders()[0]["id"].as_str().expect("an id").to_owned()
    }

    /// The merchant's orders, newest first.
    fn orders(&mut self) -> Value {
        self.merchant.get("/orders/merchant").ok()
    }

    fn deliver(&mut self, order: &str) {
        for status in ["confirmed", "preparing", "ready-for-pickup", "delivered"] {
            self.merchant.put(&format!("/orders/{order}/status"), &json!({ "status": status })).ok();
        }
    }

    fn attempt(&self, arguments: &[&str]) -> Attempt {
        self.instance.attempt(arguments)
    }

    /// The JSON objects that a command prints, one on each line.
    fn printed(&self, arguments: &[&str]) -> Vec<Value> {
        lines(&self.instance.operate(arguments))
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
}
