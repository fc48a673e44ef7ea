//! Tests a crash in the middle of a hundred checkouts. Afterwards every payment that succeeded has exactly one order,
//! and the stock adds up.

use std::{collections::HashSet, sync::mpsc};

use serde_json::{Value, json};

use crate::{
    client::{Client, NoAnswer},
    instance::{Instance, Shape},
    market,
};

const CUSTOMERS: usize = 10;
const CHECKOUTS_EACH: usize = 10;
/// The number of acknowledged payments after which the process is killed.
const KILL_AFTER: usize = 35;
const STOCK: u32 = 1_000;
const PRICE: f64 = 3.25;

/// What a customer knows from the payment provider about each intent.
#[derive(Default)]
struct ProviderAnswers {
    paid: HashSet<String>,
    unknown: HashSet<String>,
}

#[test]
fn paid_orders_survive_a_crash_of_the_only_process_exactly_once() {
    survives(Instance::start(Shape::AllInOne));
}

#[test]
fn paid_orders_survive_a_crash_of_three_processes_exactly_once() {
    survives(Instance::start(Shape::Split));
}

fn survives(mut instance: Instance) {
    let mut admin = market::admin(&instance);
    let mut merchant = market::merchant(&instance, &mut admin);
    let product = market::product(&mut merchant, &mut admin, "Crash Tomatoes", PRICE, STOCK);
    let mut customers: Vec<(Client, ProviderAnswers)> = (0..CUSTOMERS)
        .map(|number| (market::customer(&instance, number), ProviderAnswers::default()))
        .collect();

    std::thread::scope(|scope| {
        let (paid, payments) = mpsc::channel();
        for (client, purse) in &mut customers {
            let (product, paid) = (&product, paid.clone());
            scope.spawn(move || {
                for _ in 0..CHECKOUTS_EACH {
                    if check_out(client, purse, product, &paid).is_err() {
                        break;
                    }
                }
            });
        }
        // Drop our own sender: if every customer fails, the wait for the next payment ends with an error.
        drop(paid);
        for _ in 0..KILL_AFTER {
            payments.recv().expect("customers are still buying");
        }
        instance.kill();
    });
    let before: usize = customers.iter().map(|(_, purse)| purse.paid.len()).sum();
    assert!(before < CUSTOMERS * CHECKOUTS_EACH, "the crash came too late to prove anything");

    instance.crash_and_restart();
    let (after_crash, _) = mpsc::channel();
    let mut sold = 0;
    for (client, purse) in &mut customers {
        client.reconnect(&instance);
        // The answer to this payment was lost. The order call shows whether the payment succeeded.
        for intent in std::mem::take(&mut purse.unknown) {
            if client.post("/orders/create", &json!({ "paymentIntentId": intent })).status == 201 {
                purse.paid.insert(intent);
            }
        }
        // Another purchase replaces a checkout that the crash has left unfinished.
        check_out(client, purse, &product, &after_crash).expect("the service is up again");
        let orders = client.get("/orders/customer").ok();
        let orders = orders.as_array().expect("a list of orders");
        let parents: HashSet<&str> =
            orders.iter().filter_map(|order| order["parentNumber"].as_str()).collect();
        assert_eq!(orders.len(), purse.paid.len(), "one order for each payment: {orders:#?}");
        assert_eq!(parents.len(), orders.len(), "no payment has two orders");
        sold += orders.iter().map(units).sum::<u64>();
        merchant.has_seen_as_much_as(client);
    }
    merchant.reconnect(&instance);
    let left = merchant.get(&format!("/products/{product}")).ok()["inventory"]["quantity"].as_u64();
    assert_eq!(left, Some(u64::from(STOCK) - sold), "stock and sales add up");
}

fn units(order: &Value) -> u64 {
    let items = order["items"].as_array().expect("an order has items");
    items.iter().map(|item| item["quantity"].as_u64().expect("a quantity")).sum()
}

fn check_out(
    client: &mut Client,
    purse: &mut ProviderAnswers,
    product: &str,
    paid: &mpsc::Sender<()>,
) -> Result<(), NoAnswer> {
    let intent = client.try_post("/payments/create-intent", &market::intent(product, PRICE, 2))?.ok();
    let id = intent["paymentIntent"]["id"].as_str().expect("an intent has an id").to_owned();
    let secret = intent["clientSecret"].as_str().expect("an intent has a secret");
    purse.unknown.insert(id.clone());
    let payment = market::pay(client, &id, secret)?.ok();
    assert_eq!(payment["status"], "succeeded");
    purse.unknown.remove(&id);
    purse.paid.insert(id.clone());
    // After the kill nobody counts payments any more.
    let _ = paid.send(());
    client.try_post("/orders/create", &json!({ "paymentIntentId": id }))?.ok();
    Ok(())
}
