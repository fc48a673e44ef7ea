//! Tests a flash sale: two hundred buyers want twenty units at the same moment. Twenty of them get a unit, and no one
//! else is charged.

use std::{
    net::Ipv4Addr,
    sync::Barrier,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    client::{Answer, Client, PASSWORD},
    instance::{Instance, Shape},
    market, wire,
};

const BUYERS: u8 = 200;
const UNITS: u32 = 20;
const PRICE: f64 = 9.5;

/// A customer who signs up from an address of its own, because sign-ups are limited by address.
fn buyer(instance: &Instance, number: u8) -> Client {
    let form = json!({
        "name": format!("Buyer {number}"), "email": format!("buyer{number}@market.example"),
        "password": PASSWORD, "role": "customer",
    })
    .to_string();
    let request = wire::Request {
        method: "POST",
        path: "/auth/signup",
        token: None,
        headers: &[b"content-type: application/json"],
        body: form.as_bytes(),
    };
    let answer = wire::send_from(instance.commands(), Ipv4Addr::new(127, 7, 0, number.max(1)), &request);
    let (status, body) = answer.expect("an answer");
    assert_eq!(status, 201, "{body}");
    let body: Value = serde_json::from_str(&body).expect("JSON");
    Client::with_token(instance, body["token"].as_str().expect("a token"))
}

/// Tries to buy a unit. Returns the order's number if there is one, and how long the attempt took.
fn try_to_buy(buyer: &mut Client, product: &str) -> (Option<String>, Duration) {
    let began = Instant::now();
    let Answer { status, body } = buyer.post("/payments/create-intent", &market::intent(product, PRICE, 1));
    if status != 200 {
        assert_eq!((status, &body["success"]), (409, &json!(false)), "{body}");
        assert!(
            body["error"].as_str().is_some_and(|text| text.contains("left") || text.contains("stock")),
            "{body}"
        );
        return (None, began.elapsed());
    }
    let intent = body["paymentIntent"]["id"].as_str().expect("an id");
    let secret = body["clientSecret"].as_str().expect("a secret");
    assert_eq!(market::pay(buyer, intent, secret).expect("an answer").ok()["status"], "succeeded");
    let placed = buyer.post("/orders/create", &json!({ "paymentIntentId": intent })).ok();
    (Some(placed["order"]["orderNumber"].as_str().expect("a number").to_owned()), began.elapsed())
}

#[test]
fn twenty_of_two_hundred_buyers_get_the_twenty_units() {
    let instance = Instance::start(Shape::AllInOne);
    let mut admin = market::admin(&instance);
    let mut merchant = market::merchant(&instance, &mut admin);
    let product = market::product(&mut merchant, &mut admin, "Rare Truffles", PRICE, UNITS);
    let mut buyers: Vec<Client> = (0..BUYERS).map(|number| buyer(&instance, number)).collect();

    let start = Barrier::new(usize::from(BUYERS) + 1);
    let (outcomes, took) = std::thread::scope(|scope| {
        let all: Vec<_> = buyers
            .iter_mut()
            .map(|buyer| {
                scope.spawn(|| {
                    start.wait();
                    try_to_buy(buyer, &product)
                })
            })
            .collect();
        start.wait();
        let began = Instant::now();
        let outcomes: Vec<_> = all.into_iter().map(|one| one.join().expect("nobody panics")).collect();
        (outcomes, began.elapsed())
    });
    let mut numbers: Vec<&String> = outcomes.iter().filter_map(|(number, _)| number.as_ref()).collect();
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), UNITS as usize, "an order for each unit");
    let slowest = outcomes.iter().map(|(_, took)| *took).max().expect("there are some");
    println!(
        "{BUYERS} buyers, {UNITS} units: {} orders in {:.2} s, the slowest buyer waited {:.2} s",
        numbers.len(),
        took.as_secs_f64(),
        slowest.as_secs_f64()
    );

    let (mut orders, mut paid) = (0, 0.0);
    for (buyer, (number, _)) in buyers.iter_mut().zip(&outcomes) {
        merchant.has_seen_as_much_as(buyer);
        let mine = buyer.get("/orders/customer").ok();
        let mine = mine.as_array().expect("a list");
        assert_eq!(mine.len(), usize::from(number.is_some()), "who has no order has paid nothing: {mine:?}");
        orders += mine.len();
        paid += mine.iter().filter_map(|order| order["total"].as_f64()).sum::<f64>();
    }
    assert_eq!(orders, UNITS as usize);
    assert!((paid - f64::from(UNITS) * 10.26).abs() < 0.001, "{paid}");
    let left = merchant.get(&format!("/products/{product}")).ok()["inventory"]["quantity"].clone();
    assert_eq!(left, 0);
    assert_eq!(merchant.get("/orders/merchant").ok().as_array().map(Vec::len), Some(UNITS as usize));
    // Every captured payment has an order.
    let log = instance.operate(&["events", "find", "--category", "checkout", "--type", "PaymentReceived"]);
    assert_eq!(log.matches("PaymentReceived").count(), UNITS as usize);
}
