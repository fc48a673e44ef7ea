//! Tests of every decision with its state before and after.

use serde_json::{Value, json};
use shared_events::{
    Actor, Cents, Event, Personal, Role, StreamId,
    events::{
        AccountEvent, CheckoutEvent, DisputeOutcome, Operated, OperationEvent, OperatorAct, OrderEvent,
        ProductEvent, RefundCause,
    },
    ids::{CheckoutId, OrderId},
    shop::{Amounts, BillingDetails, DeliveryMethod, ShippingDetails, Tracking},
};
use uuid::Uuid;

use super::{super::testing::*, Audit};

const ORDER: OrderId = OrderId::new(Uuid::from_u128(0xD001));
const CHECKOUT: CheckoutId = CheckoutId::new(Uuid::from_u128(0xC001));

const SHOWN: &str =
    "SELECT subject_type, subject_name, action, reason, before, after FROM entries ORDER BY position";

fn merchant() -> Actor {
    Actor::Account { id: account_id(2), role: Role::Merchant }
}

fn order_placed() -> OrderEvent {
    let person = account_id(1).uuid();
    OrderEvent::OrderPlaced {
        order_id: ORDER,
        checkout_id: CHECKOUT,
        number: "GS-1-1".to_owned(),
        parent_number: "GS-1".to_owned(),
        customer_id: account_id(1),
        customer_name: Personal::new(person, "Customer 1".to_owned()),
        customer_email: Personal::new(person, "customer1@example.org".to_owned()),
        merchant_id: account_id(2),
        merchant_name: "Farm 2".to_owned(),
        merchant_address: None,
        lines: Vec::new(),
        amounts: Amounts::default(),
        delivery_method: DeliveryMethod::Pickup,
        shipping: Personal::erased(person),
        billing: Personal::erased(person),
    }
}

fn checkout_started() -> CheckoutEvent {
    let person = account_id(1).uuid();
    CheckoutEvent::CheckoutStarted {
        checkout_id: CHECKOUT,
        customer_id: account_id(1),
        number: "GS-1".to_owned(),
        lines: Vec::new(),
        orders: Vec::new(),
        amounts: Amounts::default(),
        delivery_method: DeliveryMethod::Pickup,
        shipping: Personal::new(person, ShippingDetails::default()),
        billing: Personal::new(person, BillingDetails::default()),
        expires_at: at(999),
    }
}

/// Applies events of a merchant or an admin, in one batch and one by one, and returns the resulting entries.
async fn entries_of(history: &History, query: &str) -> Vec<Value> {
    let mut tables = Tables::of(&Audit).await;
    tables.apply(&Audit, history.events()).await;
    let at_once = tables.rows(query).await;
    tables.clear().await;
    for event in history.events() {
        tables.apply(&Audit, std::slice::from_ref(event)).await;
    }
    assert_eq!(tables.rows(query).await, at_once);
    at_once
}

/// The decisions after the first `skipped`: each with its action, its reason and the changed members.
async fn changes(history: &History, skipped: usize) -> Vec<Value> {
    let entries = entries_of(history, SHOWN).await;
    let shown = entries.iter().skip(skipped).map(|entry| {
        let (before, after) = (&entry["before"], &entry["after"]);
        let (Some(old), Some(new)) = (before.as_object(), after.as_object()) else {
            return json!([entry["action"], entry["reason"], before, after]);
        };
        assert!(old.keys().eq(new.keys()), "{entry}");
        let changed: Vec<_> = old.keys().filter(|name| old[*name] != new[*name]).collect();
        let of = |state: &Value| -> Value {
            changed.iter().map(|name| ((*name).clone(), state[*name].clone())).collect()
        };
        json!([entry["action"], entry["reason"], of(before), of(after)])
    });
    shown.collect()
}

#[tokio::test]
async fn admins_decisions_about_people_make_entries() {
    let (merchant_id, customer_id) = (account_id(2), account_id(1));
    let mut history = History::default();
    history.system(customer_id.uuid(), &customer_opened(1));
    history.add(merchant_id.uuid(), merchant(), &merchant_opened(2));
    history.add(merchant_id.uuid(), admin(), &merchant_rejected(2));
    history.add(merchant_id.uuid(), admin(), &merchant_approved(2));
    let account_id = customer_id;
    let reason = Some("Spam".to_owned());
    history.add(account_id.uuid(), admin(), &AccountEvent::AccountDeactivated { account_id, reason });
    history.add(account_id.uuid(), admin(), &AccountEvent::AccountReactivated { account_id, reason: None });
    history.system(account_id.uuid(), &AccountEvent::AccountErased { account_id });
    assert_eq!(
        changes(&history, 0).await,
        [
            json!(["opened", null, null, { "isActive": true, "approvalStatus": "pending" }]),
            json!(["rejected", "No licence", { "approvalStatus": "pending" }, { "approvalStatus": "rejected" }]),
            json!(["approved", null, { "approvalStatus": "rejected" }, { "approvalStatus": "approved" }]),
            json!(["deactivated", "Spam", { "isActive": true }, { "isActive": false }]),
            json!(["reactivated", null, { "isActive": false }, { "isActive": true }]),
            json!(["erased", null, { "isActive": true }, null]),
        ]
    );
    let who = "SELECT actor_id, actor_name, actor_role, subject_id, subject_type, subject_name, merchant_id, position,
                      event_id FROM entries WHERE action IN ('approved', 'erased') ORDER BY position";
    assert_eq!(
        entries_of(&history, who).await,
        [
            json!({ "actor_id": super::super::testing::account_id(0xAD).uuid(), "actor_name": null,
                    "actor_role": "admin", "subject_id": merchant_id.uuid(), "subject_type": "merchant",
                    "subject_name": "Farm 2", "merchant_id": merchant_id.uuid(), "position": 12,
                    "event_id": Uuid::from_u128(4) }),
            json!({ "actor_id": null, "actor_name": "test", "actor_role": "system", "subject_id": customer_id.uuid(),
                    "subject_type": "user", "subject_name": null, "merchant_id": null, "position": 21,
                    "event_id": Uuid::from_u128(7) }),
        ]
    );
}

#[tokio::test]
async fn operators_acts_on_views_and_parked_streams_make_entries() {
    let view = Operated::view("catalog".to_owned());
    let stream = StreamId::new(OrderEvent::CATEGORY, ORDER.uuid());
    let step = Operated::parked_step("make_good_when_cancelled".to_owned(), stream);
    let mut history = History::default();
    let reason = Some("It is behind".to_owned());
    let (act, target) = (OperatorAct::Rebuild, view.clone());
    history.add(view.id(), admin(), &OperationEvent::OperatorActed { act, target, reason });
    let (target, cause) = (view.clone(), "This view is paused".to_owned());
    history.add(view.id(), admin(), &OperationEvent::OperatorActFailed { act, target, cause });
    let (act, target) = (OperatorAct::Skip, step.clone());
    let operator = Actor::System { name: "operator anna".into() };
    history.add(step.id(), operator, &OperationEvent::OperatorActed { act, target, reason: None });
    let told = "SELECT actor_name, action, reason, subject_type, subject_id, subject_name, before, after FROM entries
                ORDER BY position";
    assert_eq!(
        entries_of(&history, told).await,
        [
            json!({ "actor_name": null, "action": "rebuild", "reason": "It is behind", "subject_type": "view",
                    "subject_id": view.id(), "subject_name": "catalog", "before": null, "after": null }),
            json!({ "actor_name": null, "action": "rebuild-failed", "reason": "This view is paused",
                    "subject_type": "view", "subject_id": view.id(), "subject_name": "catalog", "before": null,
                    "after": null }),
            json!({ "actor_name": "operator anna", "action": "skip", "reason": null, "subject_type": "parked-step",
                    "subject_id": ORDER, "subject_name": format!("make_good_when_cancelled order-{ORDER}"),
                    "before": null, "after": null }),
        ]
    );
}

#[tokio::test]
async fn every_review_of_a_product_and_its_certificate_makes_an_entry() {
    let product_id = product_id(1);
    let mut history = History::default();
    history.add(product_id.uuid(), merchant(), &product_listed(1, 2));
    history.add(product_id.uuid(), admin(), &product_rejected(1));
    history.add(product_id.uuid(), merchant(), &product_revised(1, "Plum Tomato"));
    let price = ProductEvent::ProductRepriced { product_id, price: Cents(1), unit: "pound".to_owned() };
    history.add(product_id.uuid(), merchant(), &price);
    history.add(product_id.uuid(), merchant(), &ProductEvent::ProductResubmitted { product_id });
    history.add(product_id.uuid(), admin(), &product_approved(1));
    history.add(product_id.uuid(), merchant(), &product_revised(1, "Beef Tomato"));
    history.add(product_id.uuid(), merchant(), &certificate_submitted(1, 2));
    let reason = "Expired".to_owned();
    let admins = [
        ProductEvent::OrganicCertificateRejected { product_id, reason },
        ProductEvent::OrganicCertificateResubmitted { product_id },
        ProductEvent::OrganicCertificateApproved { product_id, reason: None },
        ProductEvent::ProductFeatured { product_id },
        ProductEvent::ProductUnfeatured { product_id },
        ProductEvent::ProductDeactivated { product_id, by_admin: true, reason: Some("Recall".to_owned()) },
        ProductEvent::ProductActivated { product_id, reason: None },
        ProductEvent::ProductDeleted { product_id, reason: Some("Gone".to_owned()) },
    ];
    for event in admins {
        history.add(product_id.uuid(), admin(), &event);
    }
    let status = |word| json!({ "approvalStatus": word });
    let certificate = |word: Value| json!({ "certificateStatus": word });
    assert_eq!(
        changes(&history, 1).await,
        [
            json!(["rejected", "Blurred picture", status("pending"), status("rejected")]),
            json!(["revised", null, { "name": "Heirloom Tomato 1", "revision": 1 },
                   { "name": "Plum Tomato", "revision": 2 }]),
            json!(["resubmitted", null, status("rejected"), status("resubmitted")]),
            json!(["approved", "Lovely", status("resubmitted"), status("approved")]),
            json!(["revised", null, { "name": "Plum Tomato", "revision": 2, "approvalStatus": "approved" },
                   { "name": "Beef Tomato", "revision": 3, "approvalStatus": "resubmitted" }]),
            json!(["certificate-submitted", null, certificate(Value::Null), certificate("pending".into())]),
            json!([
                "certificate-rejected",
                "Expired",
                certificate("pending".into()),
                certificate("rejected".into())
            ]),
            json!([
                "certificate-resubmitted",
                null,
                certificate("rejected".into()),
                certificate("resubmitted".into())
            ]),
            json!([
                "certificate-approved",
                null,
                certificate("resubmitted".into()),
                certificate("approved".into())
            ]),
            json!(["featured", null, { "featured": false }, { "featured": true }]),
            json!(["unfeatured", null, { "featured": true }, { "featured": false }]),
            json!(["deactivated", "Recall", { "isActive": true }, { "isActive": false }]),
            json!(["activated", null, { "isActive": false }, { "isActive": true }]),
            json!(["deleted", "Gone", { "approvalStatus": "resubmitted", "certificateStatus": "approved",
                   "featured": false, "isActive": true, "revision": 3 }, null]),
        ]
    );
    let named = "SELECT subject_name, merchant_id FROM entries WHERE action IN ('listed', 'deleted') ORDER BY position";
    let farm = account_id(2).uuid();
    assert_eq!(
        entries_of(&history, named).await,
        [
            json!({ "subject_name": "Heirloom Tomato 1", "merchant_id": farm }),
            json!({ "subject_name": "Beef Tomato", "merchant_id": farm })
        ]
    );
}

#[tokio::test]
async fn every_step_of_an_order_makes_an_entry() {
    let mut history = History::default();
    let (order_id, tracking) = (ORDER, Tracking::default());
    let note = || Some(Personal::new(account_id(1).uuid(), "See you".to_owned()));
    let personal = |text: &str| Personal::new(account_id(1).uuid(), text.to_owned());
    let events = [
        order_placed(),
        OrderEvent::OrderConfirmed { order_id, note: note() },
        OrderEvent::PreparationStarted { order_id, note: None },
        OrderEvent::OrderMadeReady { order_id, note: None },
        OrderEvent::OrderSentOut { order_id, tracking: tracking.clone(), note: None },
        OrderEvent::OrderShipped { order_id, tracking, note: None },
        OrderEvent::OrderDelivered { order_id, note: None },
        OrderEvent::OrderReturned { order_id, reason: personal("Sour") },
        OrderEvent::OrderRefunded { order_id, amount: Cents(12_50), cause: RefundCause::Returned },
        OrderEvent::OrderCancelled { order_id, reason: None },
    ];
    for event in events {
        history.add(order_id.uuid(), merchant(), &event);
    }
    let steps =
        ["pending", "confirmed", "preparing", "ready-for-pickup", "out-for-delivery", "shipped", "delivered"];
    let mut expected = vec![json!(["placed", null, null, { "status": "pending", "refunded": 0.0 }])];
    for step in steps.windows(2) {
        expected.push(json!([step[1], null, { "status": step[0] }, { "status": step[1] }]));
    }
    expected.push(json!(["returned", "Sour", { "status": "delivered" }, { "status": "returned" }]));
    expected.push(json!(["refunded", "Returned", { "refunded": 0.0 }, { "refunded": 12.5 }]));
    expected.push(json!(["cancelled", null, { "status": "returned" }, { "status": "cancelled" }]));
    assert_eq!(changes(&history, 0).await, expected);
    let rows = entries_of(&history, SHOWN).await;
    assert!(rows.iter().all(|row| row["subject_type"] == "order" && row["subject_name"] == "GS-1-1"));
    assert!(!rows.iter().any(|row| row.to_string().contains("See you")), "letters are no reasons");
}

#[tokio::test]
async fn disputes_and_refunds_of_checkouts_make_entries() {
    let checkout_id = CHECKOUT;
    let refund = |order_id, amount, refund_id: &str| CheckoutEvent::RefundIssued {
        checkout_id,
        order_id,
        amount: Cents(amount),
        refund_id: refund_id.to_owned(),
    };
    let failed = |order_id, amount, refund_id: &str| CheckoutEvent::RefundFailed {
        checkout_id,
        order_id,
        amount: Cents(amount),
        refund_id: refund_id.to_owned(),
        reason: "expired_or_canceled_card".to_owned(),
    };
    let disputed = |id: &str, amount| CheckoutEvent::ChargeDisputed {
        checkout_id,
        dispute_id: id.to_owned(),
        amount: Cents(amount),
        reason: "fraudulent".to_owned(),
    };
    let outcome = DisputeOutcome::Lost;
    let events = [
        checkout_started(),
        CheckoutEvent::PaymentReceived {
            checkout_id,
            intent_id: "pi_1".to_owned(),
            amount: Cents(30_00),
            received_at: at(1),
        },
        CheckoutEvent::CheckoutUnfulfillable { checkout_id, reason: "Sold out".to_owned() },
        refund(Some(ORDER), 1_10, "re_1"),
        refund(None, 2_20, "re_2"),
        CheckoutEvent::RefundedElsewhere { checkout_id, refund_id: "re_3".to_owned(), amount: Cents(3_30) },
        failed(None, 3_30, "re_3"),
        failed(Some(ORDER), 1_10, "re_1"),
        refund(Some(ORDER), 1_10, "re_4"),
        disputed("dp_1", 5_00),
        disputed("dp_2", 6_00),
        CheckoutEvent::ChargeDisputeClosed { checkout_id, dispute_id: "dp_1".to_owned(), outcome },
    ];
    let mut history = History::default();
    for event in events {
        history.system(checkout_id.uuid(), &event);
    }
    let first = |status| json!({ "id": "dp_1", "amount": 5.0, "status": status });
    let second = json!({ "id": "dp_2", "amount": 6.0, "status": "open" });
    assert_eq!(
        changes(&history, 0).await,
        [
            json!(["unfulfillable", "Sold out", { "fulfillable": true }, { "fulfillable": false }]),
            json!(["refunded", null, { "refunded": 1.1 }, { "refunded": 3.3 }]),
            json!(["refunded-elsewhere", null, { "refunded": 3.3 }, { "refunded": 6.6 }]),
            json!(["refund-failed", "expired_or_canceled_card", { "refunded": 6.6 }, { "refunded": 3.3 }]),
            json!(["refund-failed", "expired_or_canceled_card", { "refunded": 3.3, "failedRefunds": [] },
                   { "refunded": 2.2, "failedRefunds": [ORDER] }]),
            json!(["refunded", null, { "refunded": 2.2, "failedRefunds": [ORDER] },
                   { "refunded": 3.3, "failedRefunds": [] }]),
            json!(["disputed", "fraudulent", { "disputes": [] }, { "disputes": [first("open")] }]),
            json!(["disputed", "fraudulent", { "disputes": [first("open")] }, { "disputes": [first("open"), second] }]),
            json!(["dispute-closed", null, { "disputes": [first("open"), second] },
                   { "disputes": [first("lost"), second] }]),
        ]
    );
}

#[tokio::test]
async fn reasons_of_an_erased_person_are_gone() {
    let (order_id, account_id) = (ORDER, account_id(1));
    let reason = Personal::new(account_id.uuid(), "My aunt is ill".to_owned());
    let mut history = History::default();
    history.system(account_id.uuid(), &customer_opened(1));
    history.system(order_id.uuid(), &order_placed());
    history.system(order_id.uuid(), &OrderEvent::OrderCancelled { order_id, reason: Some(reason) });
    let reasons = "SELECT reason FROM entries WHERE action = 'cancelled'";
    assert_eq!(entries_of(&history, reasons).await, [json!({ "reason": "My aunt is ill" })]);
    history.system(account_id.uuid(), &AccountEvent::AccountErased { account_id });
    assert_eq!(entries_of(&history, reasons).await, [json!({ "reason": null })]);
}

#[tokio::test]
async fn events_about_unknown_subjects_make_no_entries() {
    let mut history = History::default();
    history.add(product_id(1).uuid(), admin(), &product_approved(1));
    history.add(account_id(2).uuid(), admin(), &merchant_approved(2));
    assert_eq!(entries_of(&history, SHOWN).await, Vec::<Value>::new());
}
