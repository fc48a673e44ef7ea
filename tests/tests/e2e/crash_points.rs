//! Tests a kill before and after every append of a checkout. After the next start, a payment that succeeded has exactly
//! one order, one that did not has none, and the stock adds up.

use serde_json::json;

use crate::{
    client::{Client, NoAnswer},
    instance::{Instance, Shape},
    market,
};

const PRICE: f64 = 3.25;
const STOCK: u64 = 1_000;

/// The fault points of a checkout, in the order of its appends.
const STEPS: [&str; 8] = [
    "CheckoutStarted",
    "CheckoutOpened",
    "UnitsHeld",
    "PaymentRequested",
    "UnitsSold",
    "PaymentReceived",
    "OrderPlaced",
    "CheckoutCompleted",
];

/// What the customer knows about a payment.
#[derive(Default)]
struct PaymentProgress {
    intent: Option<String>,
    /// Whether the customer has sent a card to the provider.
    tried: bool,
    ordered: bool,
}

fn check_out(customer: &mut Client, purse: &mut PaymentProgress, product: &str) -> Result<(), NoAnswer> {
    let intent = customer.try_post("/payments/create-intent", &market::intent(product, PRICE, 2))?.ok();
    let id = intent["paymentIntent"]["id"].as_str().expect("an id").to_owned();
    let secret = intent["clientSecret"].as_str().expect("a secret");
    (purse.intent, purse.tried) = (Some(id.clone()), true);
    market::pay(customer, &id, secret)?.ok();
    customer.try_post("/orders/create", &json!({ "paymentIntentId": id }))?.ok();
    purse.ordered = true;
    Ok(())
}

#[test]
fn a_kill_at_any_append_of_a_checkout_is_resolved_after_the_next_start() {
    let mut instance = Instance::start(Shape::AllInOne);
    let mut admin = market::admin(&instance);
    let mut merchant = market::merchant(&instance, &mut admin);
    let product = market::product(&mut merchant, &mut admin, "Crash Tomatoes", PRICE, STOCK as u32);
    let mut customer = market::customer(&instance, 1);
    let mut orders = 0;
    for step in STEPS {
        for side in ["before", "after"] {
            let point = format!("{step}:{side}");
            instance.crash_and_restart_to_die_at(&point);
            customer.reconnect(&instance);
            let mut purse = PaymentProgress::default();
            let outcome = check_out(&mut customer, &mut purse, &product);
            assert!(outcome.is_err(), "{point}: the process lives on");
            instance.wait_for_death();
            instance.crash_and_restart();
            customer.reconnect(&instance);
            if let Some(intent) = &purse.intent {
                // The provider knows whether it has captured the payment. The order call finds or places the order.
                let answer = customer.post("/orders/create", &json!({ "paymentIntentId": intent }));
                let again = customer.post("/orders/create", &json!({ "paymentIntentId": intent }));
                assert_eq!(answer.status, again.status, "{point}");
                assert_eq!(answer.body["order"]["orderNumber"], again.body["order"]["orderNumber"]);
                assert_eq!(answer.status, 201, "{point}: a card was shown and accepted: {}", answer.body);
                orders += 1;
            }
            let placed = customer.get("/orders/customer").ok();
            let placed = placed.as_array().expect("a list");
            assert_eq!(placed.len() as u64, orders, "{point}: one order for each payment");
        }
    }
    // A purchase without a crash replaces the unfinished checkout.
    let mut purse = PaymentProgress::default();
    check_out(&mut customer, &mut purse, &product).expect("the service is up");
    assert!(purse.ordered && purse.tried);
    orders += 1;
    merchant.reconnect(&instance);
    merchant.has_seen_as_much_as(&customer);
    let left = merchant.get(&format!("/products/{product}")).ok()["inventory"]["quantity"].as_u64();
    assert_eq!(left, Some(STOCK - 2 * orders), "stock and sales add up, and nothing is held");
    println!("{} kills, {orders} orders, {left:?} left of {STOCK}", STEPS.len() * 2);
}
