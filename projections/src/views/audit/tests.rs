//! Tests that every decision makes an entry with the state before and after.

use histories::{Checkout, History, Order, admin, at, customer, merchant, product, webhook_id};
use serde_json::{Value, json};
use shared_events::{
    Actor, Cents, Event, Personal, StreamId,
    events::{
        DisputeOutcome, Operated, OperationEvent, OperatorAct, OrderEvent, PauseReason, ProductEvent,
        RefundCause, WebhookEvent,
    },
    ids::AccountId,
    shop::{Amounts, Fulfillment},
};
use uuid::Uuid;

use super::{super::testing::*, Audit};

const SHOWN: &str =
    "SELECT subject_type, subject_name, action, reason, before, after FROM entries ORDER BY position";

/// Customer 1's order from merchant 2, for $12.50.
fn order() -> Order {
    let amounts = Amounts { total: Cents(12_50), ..Amounts::default() };
    Order { amounts, ..Order::new(1, &customer(1), &merchant(2)) }
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

/// The entries after the first `skipped`, reduced to action, reason and changed members.
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
    let (anna, farm) = (customer(1), merchant(2));
    let mut history = History::default();
    history.system(anna.opened()).by(&farm, farm.opened());
    history.admin(farm.rejected()).admin(farm.approved());
    history.admin(anna.deactivated_for("Spam")).admin(anna.reactivated()).system(anna.erased());
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
            json!({ "actor_id": admin().id, "actor_name": null,
                    "actor_role": "admin", "subject_id": farm.id, "subject_type": "merchant",
                    "subject_name": "Farm 2", "merchant_id": farm.id, "position": 12,
                    "event_id": Uuid::from_u128(4) }),
            json!({ "actor_id": null, "actor_name": "test", "actor_role": "system", "subject_id": anna.id,
                    "subject_type": "user", "subject_name": null, "merchant_id": null, "position": 21,
                    "event_id": Uuid::from_u128(7) }),
        ]
    );
}

#[tokio::test]
async fn operators_acts_on_views_and_parked_streams_make_entries() {
    let view = Operated::view("catalog".to_owned());
    let stream = StreamId::new(OrderEvent::CATEGORY, order().id.uuid());
    let step = Operated::parked_step("make_good_when_cancelled".to_owned(), stream);
    let mut history = History::default();
    let reason = Some("It is behind".to_owned());
    let (act, target) = (OperatorAct::Rebuild, view.clone());
    history.record(view.id(), admin().actor(), &OperationEvent::OperatorActed { act, target, reason });
    let (target, cause) = (view.clone(), "This view is paused".to_owned());
    history.record(view.id(), admin().actor(), &OperationEvent::OperatorActFailed { act, target, cause });
    let (act, target) = (OperatorAct::Skip, step.clone());
    let operator = Actor::System { name: "operator anna".into() };
    history.record(step.id(), operator, &OperationEvent::OperatorActed { act, target, reason: None });
    let query = "SELECT actor_name, action, reason, subject_type, subject_id, subject_name, before, after FROM entries
                ORDER BY position";
    assert_eq!(
        entries_of(&history, query).await,
        [
            json!({ "actor_name": null, "action": "rebuild", "reason": "It is behind", "subject_type": "view",
                    "subject_id": view.id(), "subject_name": "catalog", "before": null, "after": null }),
            json!({ "actor_name": null, "action": "rebuild-failed", "reason": "This view is paused",
                    "subject_type": "view", "subject_id": view.id(), "subject_name": "catalog", "before": null,
                    "after": null }),
            json!({ "actor_name": "operator anna", "action": "skip", "reason": null, "subject_type": "parked-step",
                    "subject_id": order().id, "subject_name": format!("make_good_when_cancelled order-{}", order().id),
                    "before": null, "after": null }),
        ]
    );
}

#[tokio::test]
async fn revisions_show_the_pickup_instructions_that_applied_before() {
    let (farm, mut tomato) = (merchant(2), product(1).sold_by(&merchant(2)));
    // Before admins reviewed instructions, they were in the fulfillment only.
    tomato.details.pickup_instructions = None;
    tomato.fulfillment.pickup_instructions = "By the road".to_owned();
    let mut history = History::default();
    history.by(&farm, tomato.listed()).by(&farm, tomato.renamed("Plum Tomato"));
    let pickup_instructions = "Ring at the gate".to_owned();
    let fulfillment = Fulfillment { pickup_instructions, ..Fulfillment::default() };
    history.by(&farm, ProductEvent::FulfillmentChanged { product_id: tomato.id, fulfillment });
    tomato.details.pickup_instructions = Some("Behind the barn".to_owned());
    history.by(&farm, tomato.renamed("Plum Tomato"));
    assert_eq!(
        changes(&history, 1).await,
        [
            json!(["revised", null, { "name": "Heirloom Tomato 1", "revision": 1 },
                   { "name": "Plum Tomato", "revision": 2 }]),
            json!(["revised", null, { "pickupInstructions": "Ring at the gate", "revision": 3 },
                   { "pickupInstructions": "Behind the barn", "revision": 4 }]),
        ]
    );
}

#[tokio::test]
async fn every_review_of_a_product_and_its_certificate_makes_an_entry() {
    let (farm, tomato) = (merchant(2), product(1).sold_by(&merchant(2)));
    let mut history = History::default();
    history
        .by(&farm, tomato.listed())
        .admin(tomato.rejected())
        .by(&farm, tomato.renamed("Plum Tomato"))
        .by(&farm, tomato.repriced(Cents(1), "pound"))
        .by(&farm, tomato.resubmitted())
        .admin(tomato.approved_with("Lovely"))
        .by(&farm, tomato.renamed("Beef Tomato"))
        .by(&farm, tomato.certificate_submitted("Organic 2026.pdf"))
        .admin(tomato.certificate_rejected())
        .admin(tomato.certificate_resubmitted())
        .admin(tomato.certificate_approved())
        .admin(tomato.featured())
        .admin(tomato.unfeatured())
        .admin(tomato.deactivated_for("Recall"))
        .admin(tomato.activated())
        .admin(tomato.deleted_for("Gone"));
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
            json!(["revised", null, { "name": "Plum Tomato", "revision": 3, "approvalStatus": "approved" },
                   { "name": "Beef Tomato", "revision": 4, "approvalStatus": "resubmitted" }]),
            json!(["certificate-submitted", null, { "certificateStatus": null, "revision": 4 },
                   { "certificateStatus": "pending", "revision": 5 }]),
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
                   "featured": false, "isActive": true, "revision": 5 }, null]),
        ]
    );
    let named = "SELECT subject_name, merchant_id FROM entries WHERE action IN ('listed', 'deleted') ORDER BY position";
    let farm = farm.id;
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
    let order = order();
    let mut history = History::default();
    for event in [
        order.placed(),
        order.confirmed_with("See you"),
        order.preparation_started(),
        order.made_ready(),
        order.sent_out(),
        order.shipped("1Z"),
        order.delivered(),
        order.returned_for("Sour"),
        order.refunded(RefundCause::Returned),
        order.cancelled(),
    ] {
        history.by(&merchant(2), event);
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
    let checkout = Checkout::of(vec![order()]);
    let id = order().id;
    let mut history = History::default();
    history
        .system(checkout.started())
        .system(checkout.paid(at(1)))
        .system(checkout.unfulfillable("Sold out"))
        .system(checkout.refund_issued(Some(id), Cents(1_10), "re_1"))
        .system(checkout.refund_issued(None, Cents(2_20), "re_2"))
        .system(checkout.refunded_elsewhere(Cents(3_30), "re_3"))
        .system(checkout.refund_failed(None, Cents(3_30), "re_3"))
        .system(checkout.refund_failed(Some(id), Cents(1_10), "re_1"))
        .system(checkout.refund_issued(Some(id), Cents(1_10), "re_4"))
        .system(checkout.disputed("dp_1", Cents(5_00)))
        .system(checkout.disputed("dp_2", Cents(6_00)))
        .system(checkout.dispute_closed("dp_1", DisputeOutcome::Lost));
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
                   { "refunded": 2.2, "failedRefunds": [id] }]),
            json!(["refunded", null, { "refunded": 2.2, "failedRefunds": [id] },
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
    let order = order();
    let mut history = History::default();
    history
        .system(order.customer.opened())
        .system(order.placed())
        .system(order.cancelled_for("My aunt is ill"));
    let reasons = "SELECT reason FROM entries WHERE action = 'cancelled'";
    assert_eq!(entries_of(&history, reasons).await, [json!({ "reason": "My aunt is ill" })]);
    history.system(order.customer.erased());
    assert_eq!(entries_of(&history, reasons).await, [json!({ "reason": null })]);
}

#[tokio::test]
async fn events_about_unknown_subjects_make_no_entries() {
    let mut history = History::default();
    history.admin(product(1).approved()).admin(merchant(2).approved());
    assert_eq!(entries_of(&history, SHOWN).await, Vec::<Value>::new());
}

#[tokio::test]
async fn decisions_about_webhooks_of_the_shop_make_entries() {
    let webhook_id = webhook_id(1);
    let created_at = |account_id: AccountId, url: &str| WebhookEvent::WebhookCreated {
        account_id,
        webhook_id,
        url: Personal::new(account_id.uuid(), url.to_owned()),
        types: vec!["order.placed".to_owned()],
    };
    let created = |account_id| created_at(account_id, "https://till.example/a-secret");
    let account_id = AccountId::SHOP;
    let reason = PauseReason::Failing;
    let mut history = History::default();
    history
        .admin(created(account_id))
        .admin(WebhookEvent::WebhookSecretRotated {
            account_id,
            webhook_id,
            secret_number: 1,
            former_secret_until: at(9),
        })
        .system(WebhookEvent::WebhookPaused { account_id, webhook_id, reason })
        .system(created(merchant(2).id))
        .admin(created_at(account_id, "https:///till.example:8443?a-secret"))
        .admin(WebhookEvent::WebhookRemoved { account_id, webhook_id });
    assert_eq!(
        changes(&history, 0).await,
        [
            json!(["created", null, null, { "messages": ["order.placed"], "sentTo": "till.example" }]),
            json!(["secret-replaced", null, null, null]),
            json!(["paused", "It accepted no message for too long", null, null]),
            json!(["created", null, null, { "messages": ["order.placed"], "sentTo": "till.example:8443" }]),
            json!(["removed", null, null, null]),
        ]
    );
    let about = "SELECT DISTINCT subject_type, subject_id, subject_name FROM entries";
    let id = webhook_id.to_string();
    let expected = json!({ "subject_type": "webhook", "subject_id": id, "subject_name": id });
    assert_eq!(entries_of(&history, about).await, [expected]);
}
