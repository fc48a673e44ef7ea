//! Proves that the audit can fail: each test breaks a sound market in one way.

use chrono::TimeDelta;
use serde_json::json;

use super::*;

fn happened(kind: &str, data: Value) -> ObservedEvent {
    ObservedEvent { kind: kind.to_owned(), data, position: 1, correlation: String::new() }
}

fn letter(id: &str, subject: &str) -> Delivery {
    let (to, subject) = ("mara@market.example".to_owned(), subject.to_owned());
    Delivery { id: id.to_owned(), to, subject, may_repeat: false, event_may_be_lost: false }
}

/// A market with two purchases, one of which was cancelled, and a payment that came too late.
fn sound() -> (Evidence, Promises) {
    let started = |checkout: &str, order: &str| json!({"checkoutId": checkout, "customerId": "ada", "orders": [{"orderId": order}]});
    let units = |checkout: &str| json!({"productId": "p", "checkoutId": checkout, "quantity": 2});
    let placed = |checkout: &str, order: &str| {
        let (parent, number) = (format!("GS-{checkout}"), format!("GS-{checkout}-1"));
        json!({"checkoutId": checkout, "orderId": order, "parentNumber": parent, "number": number})
    };
    let received = |checkout: &str| json!({"checkoutId": checkout});
    let refund =
        |checkout: &str, order: Value| json!({"checkoutId": checkout, "orderId": order, "amount": 540});
    let events = [
        ("ProductListed", json!({"details": {"name": "Crate 1"}})),
        ("StockCounted", json!({"productId": "p", "quantity": 9})),
        ("CheckoutStarted", started("1", "one")),
        ("UnitsHeld", units("1")),
        ("UnitsSold", units("1")),
        ("PaymentReceived", received("1")),
        ("OrderPlaced", placed("1", "one")),
        ("CheckoutCompleted", received("1")),
        ("CheckoutStarted", started("2", "two")),
        ("UnitsHeld", units("2")),
        ("UnitsSold", units("2")),
        ("PaymentReceived", received("2")),
        ("OrderPlaced", placed("2", "two")),
        ("CheckoutCompleted", received("2")),
        ("OrderCancelled", json!({"orderId": "two"})),
        ("UnitsRestocked", json!({"productId": "p", "orderId": "two", "quantity": 2})),
        ("RefundIssued", refund("2", json!("two"))),
        ("OrderRefunded", json!({"orderId": "two"})),
        ("CheckoutStarted", started("3", "three")),
        ("PaymentReceived", received("3")),
        ("CheckoutUnfulfillable", received("3")),
        ("RefundIssued", refund("3", Value::Null)),
    ];
    let payment = |id: &str, checkout: &str, refunds: &[i64]| Payment {
        id: id.to_owned(),
        checkout: checkout.to_owned(),
        captured: true,
        amount: 540,
        refunds: refunds.to_vec(),
    };
    let evidence = Evidence {
        at: DateTime::UNIX_EPOCH,
        events: events.into_iter().map(|(kind, data)| happened(kind, data)).collect(),
        payments: vec![payment("pi_1", "1", &[]), payment("pi_2", "2", &[540]), payment("pi_3", "3", &[540])],
        deliveries: vec![
            letter("<1>", "New order GS-1-1"),
            letter("<2>", "New order GS-2-1"),
            letter("<3>", "Refund for order GS-2-1"),
        ],
        open_claims: 0,
        parked: Vec::new(),
        agenda: Vec::new(),
        lost_events: false,
    };
    let promises = Promises {
        checkouts: BTreeMap::from([("ada".to_owned(), 3)]),
        paid: ["pi_1", "pi_2", "pi_3"].map(str::to_owned).into(),
        orders: ["GS-1".to_owned()].into(),
        cancelled: ["two".to_owned()].into(),
        products: BTreeMap::from([("Crate 1".to_owned(), true), ("Crate 2".to_owned(), false)]),
    };
    (evidence, promises)
}

fn broken(change: impl FnOnce(&mut Evidence, &mut Promises)) -> Vec<BrokenPromise> {
    let (mut evidence, mut promises) = sound();
    change(&mut evidence, &mut promises);
    audit(&evidence, &promises, &mut Tally::default()).into_iter().map(|offence| offence.kind).collect()
}

/// Removes the last event of a kind.
fn without(evidence: &mut Evidence, kind: &str) {
    let place = evidence.events.iter().rposition(|event| event.kind == kind).expect("there is one");
    evidence.events.remove(place);
}

/// Repeats the first event of a kind.
fn with_another(evidence: &mut Evidence, kind: &str) {
    let event = evidence.events.iter().find(|event| event.kind == kind).expect("there is one").clone();
    evidence.events.push(event);
}

#[test]
fn a_sound_market_has_no_offence_and_everything_was_counted() {
    let (evidence, promises) = sound();
    let mut tally = Tally::default();
    assert_eq!(audit(&evidence, &promises, &mut tally), []);
    assert_eq!(tally.of("payments compared with their orders"), 3);
    assert_eq!(tally.of("letters compared with their events"), 3);
}

#[test]
fn a_paid_checkout_without_its_order_is_found() {
    let kinds = broken(|evidence, _| {
        without(evidence, "OrderPlaced");
        without(evidence, "OrderCancelled");
        without(evidence, "RefundIssued");
        without(evidence, "RefundIssued");
        without(evidence, "OrderRefunded");
        evidence.payments[1].refunds.clear();
        evidence.payments[2].refunds.clear();
    });
    // The late payment has neither its order nor its refund.
    assert_eq!(kinds, [BrokenPromise::Unsettled, BrokenPromise::Unsettled, BrokenPromise::EffectLost]);
}

#[test]
fn a_payment_that_is_not_in_the_log_is_found() {
    let kinds = broken(|evidence, _| {
        evidence.payments.push(Payment {
            id: "pi_4".into(),
            checkout: "4".into(),
            ..evidence.payments[0].clone()
        });
    });
    assert_eq!(kinds, [BrokenPromise::Unsettled]);
}

#[test]
fn a_duplicate_order_and_an_unpaid_order_are_found() {
    assert_eq!(broken(|evidence, _| with_another(evidence, "OrderPlaced")), [BrokenPromise::OrderTwice]);
    assert_eq!(broken(|evidence, _| with_another(evidence, "PaymentReceived")), [BrokenPromise::OrderTwice]);
    let kinds = broken(|evidence, promises| {
        evidence.payments[0].captured = false;
        promises.paid.remove("pi_1");
    });
    assert_eq!(kinds, [BrokenPromise::OrderTwice]);
}

#[test]
fn a_missing_a_duplicate_and_an_unjustified_refund_are_found() {
    assert_eq!(broken(|evidence, _| without(evidence, "OrderRefunded")), [BrokenPromise::NotRefunded]);
    assert_eq!(broken(|evidence, _| evidence.payments[1].refunds.clear()), [BrokenPromise::NotRefunded]);
    assert_eq!(broken(|evidence, _| evidence.payments[1].refunds.push(540)), [BrokenPromise::RefundTwice]);
    assert_eq!(
        broken(|evidence, _| with_another(evidence, "RefundIssued")),
        [BrokenPromise::NotRefunded, BrokenPromise::RefundTwice]
    );
    let kinds = broken(|evidence, promises| {
        without(evidence, "OrderCancelled");
        promises.cancelled.clear();
    });
    assert_eq!(kinds, [BrokenPromise::RefundTwice]);
}

#[test]
fn units_sold_twice_or_held_too_long_are_found() {
    assert_eq!(
        broken(|evidence, _| (0..3).for_each(|_| with_another(evidence, "UnitsSold"))),
        [],
        "nine units suffice for that"
    );
    assert_eq!(
        broken(|evidence, _| (0..4).for_each(|_| with_another(evidence, "UnitsSold"))),
        [BrokenPromise::Stock]
    );
    assert_eq!(broken(|evidence, _| with_another(evidence, "UnitsHeld")), [BrokenPromise::Stock]);
    // Units that were held while the checkout was abandoned are released when the checkout expires, not later.
    let held_when_abandoned = |evidence: &mut Evidence, reason: &str, seconds_later: i64| {
        let expires_at = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let started = json!({"checkoutId": "4", "customerId": "ada", "orders": [], "expiresAt": expires_at});
        let held = json!({"productId": "p", "checkoutId": "4", "quantity": 1});
        let abandoned = json!({"checkoutId": "4", "reason": reason});
        let happenings =
            [("CheckoutStarted", started), ("UnitsHeld", held), ("CheckoutAbandoned", abandoned)];
        evidence.events.extend(happenings.map(|(kind, data)| happened(kind, data)));
        evidence.at = expires_at + TimeDelta::seconds(seconds_later);
    };
    for reason in ["failed", "replaced"] {
        let found = |seconds_later| {
            broken(|evidence, promises| {
                *promises.checkouts.get_mut("ada").unwrap() += 1;
                held_when_abandoned(evidence, reason, seconds_later);
            })
        };
        assert_eq!((found(-1), found(1)), (vec![], vec![BrokenPromise::Stock]));
    }
}

#[test]
fn lost_effects_of_acknowledged_commands_are_found() {
    let kinds = broken(|_, promises| {
        promises.paid.insert("pi_9".to_owned());
        promises.orders.insert("GS-9".to_owned());
        promises.cancelled.insert("nine".to_owned());
        promises.products.insert("Crate 9".to_owned(), true);
    });
    assert_eq!(kinds, [BrokenPromise::EffectLost; 4]);
}

#[test]
fn a_keyed_command_with_two_effects_is_found() {
    assert_eq!(broken(|evidence, _| with_another(evidence, "ProductListed")), [BrokenPromise::EffectTwice]);
    assert_eq!(
        broken(|_, promises| *promises.checkouts.get_mut("ada").unwrap() = 2),
        [BrokenPromise::EffectTwice]
    );
    let kinds = broken(|evidence, _| with_another(evidence, "OrderCancelled"));
    assert_eq!(kinds, [BrokenPromise::EffectTwice]);
}

#[test]
fn a_checkout_whose_failure_was_lost_does_not_count_as_an_effect() {
    let begun_again = |evidence: &mut Evidence, paid: bool| {
        evidence.lost_events = true;
        let mut of_the_same_command = |kind: &str, data: Value| {
            evidence.events.push(ObservedEvent { correlation: "1".to_owned(), ..happened(kind, data) });
        };
        for checkout in ["4", "5"] {
            let started = json!({"checkoutId": checkout, "customerId": "ada", "orders": []});
            of_the_same_command("CheckoutStarted", started);
            if paid {
                of_the_same_command("PaymentReceived", json!({"checkoutId": checkout}));
            }
        }
        for (command, event) in (2..).zip(evidence.events.iter_mut().filter(|one| one.correlation.is_empty()))
        {
            event.correlation = command.to_string();
        }
    };
    let found = |paid| {
        broken(|evidence, promises| {
            *promises.checkouts.get_mut("ada").unwrap() += 1;
            begun_again(evidence, paid);
        })
    };
    assert_eq!((found(false), found(true)), (vec![], vec![BrokenPromise::EffectTwice]));
}

#[test]
fn missing_and_duplicate_mails_are_found() {
    assert_eq!(broken(|evidence, _| drop(evidence.deliveries.pop())), [BrokenPromise::MailMissing]);
    let claimed = broken(|evidence, _| {
        evidence.deliveries.pop();
        evidence.open_claims = 1;
    });
    assert_eq!(claimed, [], "another process sends it when the claim expires");
    let again = letter("<1>", "New order GS-1-1");
    assert_eq!(broken(|evidence, _| evidence.deliveries.push(again.clone())), [BrokenPromise::MailTwice]);
    let excused = broken(|evidence, _| {
        evidence.deliveries[0].may_repeat = true;
        evidence.deliveries.push(again.clone());
    });
    assert_eq!(excused, []);
    let kinds = broken(|evidence, _| evidence.deliveries.push(letter("<9>", "New order GS-1-1")));
    assert_eq!(kinds, [BrokenPromise::MailTwice], "another letter about the same thing");
}

#[test]
fn a_parked_step_is_found() {
    assert_eq!(broken(|evidence, _| evidence.parked.push("settle".to_owned())), [BrokenPromise::Parked]);
}
