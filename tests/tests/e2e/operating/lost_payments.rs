//! Tests that a restore loses no money. Every captured payment becomes an order, is refunded, or is reported to an
//! operator.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use serde_json::{Value, json};

use super::{
    PRICE, Stall, market,
    parked::{ask, sql},
};
use crate::{client::Client, instance::Instance, waiting::wait_for};

const BUYERS: usize = 3;
/// The number of purchases before the backup begins, and the number by the time it ends.
const BEFORE: usize = 6;
const BEHIND: usize = 12;

/// Buys until told to stop. Every other checkout is abandoned after its payment, as when a customer closes the browser.
fn buy(customer: &mut Client, product: &str, paid: &AtomicUsize, stop: &AtomicBool) {
    let mut closes_the_browser = false;
    while !stop.load(Ordering::Relaxed) {
        let intent = customer.post("/payments/create-intent", &market::intent(product, PRICE, 1)).ok();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let (id, secret) = (text(&intent["paymentIntent"]["id"]), text(&intent["clientSecret"]));
        market::pay(customer, &id, &secret).expect("an answer").ok();
        if !closes_the_browser {
            customer.post("/orders/create", &json!({ "paymentIntentId": id })).ok();
        }
        closes_the_browser = !closes_the_browser;
        paid.fetch_add(1, Ordering::Relaxed);
    }
}

/// Captured payments that are neither in the log nor fully refunded.
fn unaccounted(restored: &Instance) -> BTreeSet<String> {
    let received = restored.operate(&["events", "find", "--type", "PaymentReceived", "--data", "--json"]);
    let captured = ask(
        restored,
        "SELECT id FROM sandbox.intents
         WHERE intent->>'status' = 'succeeded'
           AND (intent->>'amount')::numeric >
               (SELECT coalesce(sum((refund->>'amount')::numeric), 0) FROM jsonb_array_elements(intent->'refunds') refund)",
    );
    captured.into_iter().filter(|id| !received.contains(id.as_str())).collect()
}

#[test]
fn after_a_restore_every_captured_payment_has_an_order_or_is_refunded() {
    let mut stall = Stall::open();
    let product = market::product(&mut stall.merchant, &mut stall.admin, "Plenty of Peas", PRICE, 10_000);
    let file = stall.instance.folder().join("shop.backup");
    let (paid, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let mut customers: Vec<Client> =
        (0..BUYERS).map(|number| market::customer(&stall.instance, number + 10)).collect();
    std::thread::scope(|scope| {
        let (product, paid, stop) = (&product, &paid, &stop);
        for customer in &mut customers {
            customer.has_seen_as_much_as(&stall.admin);
            scope.spawn(move || buy(customer, product, paid, stop));
        }
        let reached = |number: usize| (paid.load(Ordering::Relaxed) >= number).then_some(());
        wait_for("purchases before the backup", || reached(BEFORE));
        stall.instance.operate(&["backup", file.to_str().expect("a path of ours")]);
        let now = paid.load(Ordering::Relaxed);
        wait_for("purchases behind the backup", || reached(now + BEHIND));
        stop.store(true, Ordering::Relaxed);
    });

    let restored = Instance::restored(&["restore", file.to_str().expect("a path of ours")]);
    let in_the_file = ask(&restored, "SELECT id FROM sandbox.intents").len();
    wait_for("every payment in the file to be an order or to go back", || {
        unaccounted(&restored).is_empty().then_some(())
    });
    wait_for("the look at payments that the restore asked for", || {
        let due = "SELECT manager FROM automation.agenda WHERE manager = 'refund_lost_payments' AND due_at <= now()";
        ask(&restored, due).is_empty().then_some(())
    });

    // Copy the payment provider's present books: a real provider's books continue after the backup.
    let all = ask(&stall.instance, "SELECT row_to_json(intents)::text FROM sandbox.intents");
    assert!(all.len() >= in_the_file + BEHIND / 2, "{} of {}", in_the_file, all.len());
    for row in &all {
        let row = row.replace('\'', "''");
        let insert = "INSERT INTO sandbox.intents SELECT * FROM jsonb_populate_record(NULL::sandbox.intents,";
        sql(&restored, format!("{insert} '{row}') ON CONFLICT DO NOTHING"));
    }
    let lost = unaccounted(&restored);
    assert!(lost.len() >= BEHIND / 2, "{lost:?}");
    let since = "2020-01-01T00:00:00Z";
    let listed = restored.operate(&["payments", "lost", "--since", since]);
    assert!(lost.iter().all(|id| listed.contains(id)), "{lost:?} are lost, and listed are:\n{listed}");
    let unasked = restored.attempt(&["payments", "lost", "--since", since, "--refund"]);
    assert_eq!(unasked.status, 2, "{unasked:?}");
    let refunded = restored.operate(&["payments", "lost", "--since", since, "--refund", "--yes"]);
    println!(
        "{} payments in the file, {} at the provider, {} lost:\n{refunded}",
        in_the_file,
        all.len(),
        lost.len()
    );
    wait_for("checkouts that the log knows to be settled", || {
        unaccounted(&restored).is_empty().then_some(())
    });
    assert_eq!(restored.operate(&["payments", "lost", "--since", since]), "");
    assert_eq!(restored.attempt(&["parked", "list", "--check"]).status, 0);
}
