//! Tests operators' commands beside a running instance.

use serde_json::json;

use crate::{
    instance::{Instance, Shape},
    market,
};

#[test]
fn an_operator_prints_an_order_and_rebuilds_the_catalog() {
    works_beside(&Instance::of_choice());
}

#[test]
fn an_operator_prints_an_order_and_rebuilds_the_catalog_beside_three_processes() {
    works_beside(&Instance::start(Shape::Split));
}

fn works_beside(instance: &Instance) {
    let mut admin = market::admin(instance);
    let mut merchant = market::merchant(instance, &mut admin);
    let product = market::product(&mut merchant, &mut admin, "Rebuilt Radishes", 2.5, 40);
    let mut customer = market::customer(instance, 1);

    let intent = customer.post("/payments/create-intent", &market::intent(&product, 2.5, 3)).ok();
    let id = intent["paymentIntent"]["id"].as_str().expect("an intent has an id");
    let secret = intent["clientSecret"].as_str().expect("an intent has a secret");
    assert_eq!(market::pay(&mut customer, id, secret).expect("an answer").ok()["status"], "succeeded");
    customer.post("/orders/create", &json!({ "paymentIntentId": id })).ok();

    merchant.has_seen_as_much_as(&customer);
    let orders = merchant.get("/orders/merchant").ok();
    let order = orders[0]["id"].as_str().expect("the merchant sees the order").to_owned();
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered"] {
        merchant.put(&format!("/orders/{order}/status"), &json!({ "status": status })).ok();
    }

    let history = instance.operate(&["events", "show", &format!("order-{order}")]);
    let facts = ["OrderPlaced", "OrderConfirmed", "PreparationStarted", "OrderMadeReady", "OrderDelivered"];
    let mut rest = history.as_str();
    for fact in facts {
        let found =
            rest.find(fact).unwrap_or_else(|| panic!("{fact} is missing or out of order:\n{history}"));
        rest = &rest[found..];
    }

    customer.has_seen_as_much_as(&merchant);
    let before = (customer.get("/products").ok(), customer.get(&format!("/products/{product}")).ok());
    instance.operate(&["views", "rebuild", "catalog"]);
    let after = (customer.get("/products").ok(), customer.get(&format!("/products/{product}")).ok());
    assert_eq!(before, after);
    assert_eq!(after.1["inventory"]["quantity"], 37);
}
