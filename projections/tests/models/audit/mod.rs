mod subjects;

use std::{collections::BTreeMap, sync::Arc};

use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    Actor, RawEvent, Recorded, Role,
    events::{
        AccountEvent, CheckoutEvent, DisputeOutcome, OperationEvent, OrderEvent, PaidBackBy, ProductEvent,
        RefundCause, WebhookEvent,
    },
    ids::{AccountId, CheckoutId, OrderId, ProductId},
};
use uuid::Uuid;

use self::subjects::{Account, Checkout, Order, Product, Reason};
use crate::model::{Answer, Model, answer, moment, read};

const ENTRIES: &str = "SELECT position, event_id, at, actor_id, actor_name, actor_role, action, subject_type, subject_id, \
     subject_name, merchant_id, reason, before, after FROM read.audit_entries";
const TOTALS: &str = "SELECT subject_type, action, entries FROM read.audit_totals";

/// The subject of a decision.
struct AuditSubject {
    kind: &'static str,
    name: Option<String>,
    merchant: Option<AccountId>,
}

/// All subjects, and every decision with the person to whom its reason belongs.
#[derive(Default)]
pub(crate) struct Audit {
    accounts: BTreeMap<AccountId, Account>,
    products: BTreeMap<ProductId, Product>,
    orders: BTreeMap<OrderId, Order>,
    checkouts: BTreeMap<CheckoutId, Checkout>,
    decisions: Vec<(Option<Uuid>, Value)>,
}

impl Audit {
    /// Records a decision with the states before and after it.
    fn record(
        &mut self,
        at: &Recorded<RawEvent>,
        about: &AuditSubject,
        action: &str,
        reason: &Reason,
        states: [Value; 2],
    ) {
        let [before, after] = states;
        let (actor_id, actor_name, role) = match &at.actor {
            Actor::Account { id, role } => (Some(id), None, json!(role)),
            Actor::System { name } => (None, Some(name), json!("system")),
        };
        let entry = json!({
            "position": at.position, "event_id": at.event_id, "at": moment(at.recorded_at), "actor_id": actor_id,
            "actor_name": actor_name, "actor_role": role, "action": action, "subject_type": about.kind,
            "subject_id": at.stream.id, "subject_name": about.name, "merchant_id": about.merchant,
            "reason": reason.text, "before": before, "after": after,
        });
        self.decisions.push((reason.of, entry));
    }

    /// Admins' decisions about accounts. A customer's sign-up, and people's changes to their own data, are no
    /// decisions.
    fn account(&mut self, at: &Recorded<RawEvent>, event: &AccountEvent) {
        let id = AccountId::new(at.stream.id);
        let sells = |account: &Account| account.approval.is_some();
        if let AccountEvent::AccountOpened { role, business, .. } = event {
            let approval = (*role == Role::Merchant).then_some("pending");
            let business = business.as_ref().map(|business| business.business_name.clone());
            self.accounts.insert(id, Account { business, active: true, approval, erased: false });
        }
        let account = self.accounts.get_mut(&id).expect("it was opened");
        let before = account.state();
        let (action, reason) = match event {
            AccountEvent::AccountOpened { role: Role::Customer, .. } => return,
            AccountEvent::AccountOpened { .. } => ("opened", Reason::default()),
            AccountEvent::MerchantApproved { reason, .. } => {
                account.approval = Some("approved");
                ("approved", reason.into())
            }
            AccountEvent::MerchantRejected { reason, .. } => {
                account.approval = Some("rejected");
                ("rejected", reason.as_str().into())
            }
            AccountEvent::AccountDeactivated { reason, .. } => {
                account.active = false;
                ("deactivated", reason.into())
            }
            AccountEvent::AccountReactivated { reason, .. } => {
                account.active = true;
                ("reactivated", reason.into())
            }
            AccountEvent::AccountErased { .. } => {
                account.erased = true;
                ("erased", Reason::default())
            }
            AccountEvent::BusinessProfileChanged { business, .. } => {
                account.business = Some(business.business_name.clone());
                return;
            }
            _ => return,
        };
        let kind = if sells(account) { "merchant" } else { "user" };
        let about =
            AuditSubject { kind, name: account.business.clone(), merchant: sells(account).then_some(id) };
        let was_there = action != "opened";
        let states = [if was_there { before } else { Value::Null }, account.state()];
        self.record(at, &about, action, &reason, states);
    }

    /// Merchants' submissions to admins, and admins' decisions. Prices and terms are up to the merchant.
    fn product(&mut self, at: &Recorded<RawEvent>, event: &ProductEvent) {
        let id = ProductId::new(at.stream.id);
        let before = self.products.get(&id).map_or(Value::Null, Product::state);
        if let ProductEvent::ProductListed { merchant_id, details, fulfillment, .. } = event {
            let product = Product {
                merchant: *merchant_id,
                details: details.clone(),
                fulfillment: fulfillment.clone(),
                approval: "pending",
                revision: 1,
                active: true,
                featured: false,
                certificate: None,
                deleted: false,
            };
            self.products.insert(id, product);
        }
        let product = self.products.get_mut(&id).expect("it was listed");
        let read_before = product.reviewed();
        let Some((action, reason)) = product.change(event) else { return };
        let mut states = [before, product.state()];
        // The reviewed fields that changed are recorded beside the state.
        for (member, now) in product.reviewed().as_object().expect("details have members") {
            if *now != read_before[member] {
                states[0][member] = read_before[member].clone();
                states[1][member] = now.clone();
            }
        }
        let name = Some(product.details.name.clone());
        let about = AuditSubject { kind: "product", name, merchant: Some(product.merchant) };
        self.record(at, &about, action, &reason, states);
    }

    fn order(&mut self, at: &Recorded<RawEvent>, event: &OrderEvent) {
        let id = OrderId::new(at.stream.id);
        let before = self.orders.get(&id).map_or(Value::Null, Order::state);
        if let OrderEvent::OrderPlaced { merchant_id, number, .. } = event {
            let order =
                Order { merchant: *merchant_id, number: number.clone(), status: "pending", refunded: 0 };
            self.orders.insert(id, order);
        }
        let order = self.orders.get_mut(&id).expect("it was placed");
        let mut reason = Reason::default();
        // Each step is named after the order's new state. Notes between customer and merchant are no reasons; an admin's are.
        if let (
            Actor::Account { role: Role::Admin, .. },
            OrderEvent::OrderConfirmed { note: Some(note), .. }
            | OrderEvent::PreparationStarted { note: Some(note), .. }
            | OrderEvent::OrderMadeReady { note: Some(note), .. }
            | OrderEvent::OrderSentOut { note: Some(note), .. }
            | OrderEvent::OrderShipped { note: Some(note), .. }
            | OrderEvent::OrderDelivered { note: Some(note), .. },
        ) = (&at.actor, event)
        {
            reason = note.into();
        }
        let action = match event {
            OrderEvent::OrderPlaced { .. } => "placed",
            OrderEvent::OrderConfirmed { .. } => "confirmed",
            OrderEvent::PreparationStarted { .. } => "preparing",
            OrderEvent::OrderMadeReady { .. } => "ready-for-pickup",
            OrderEvent::OrderSentOut { .. } => "out-for-delivery",
            OrderEvent::OrderShipped { .. } => "shipped",
            OrderEvent::OrderDelivered { .. } => "delivered",
            OrderEvent::OrderCancelled { reason: why, .. } => {
                reason = why.as_ref().map(Reason::from).unwrap_or_default();
                "cancelled"
            }
            OrderEvent::OrderReturned { reason: why, .. } => {
                reason = why.into();
                "returned"
            }
            OrderEvent::OrderRefunded { amount, cause, rest_paid_back_by, .. } => {
                order.refunded = amount.0;
                let cause = if *cause == RefundCause::Cancelled { "Cancelled" } else { "Returned" };
                let rest = rest_paid_back_by.map(|by| match by {
                    PaidBackBy::Bank => "; the rest was paid back by the customer's bank",
                    PaidBackBy::Provider => "; the rest was refunded at the payment provider",
                });
                reason = (cause.to_owned() + rest.unwrap_or_default()).as_str().into();
                "refunded"
            }
        };
        if !matches!(action, "placed" | "refunded") {
            order.status = action;
        }
        let about =
            AuditSubject { kind: "order", name: Some(order.number.clone()), merchant: Some(order.merchant) };
        let states = [before, order.state()];
        self.record(at, &about, action, &reason, states);
    }

    /// Operators' acts, and failed ones. Acts on an order's parked stream are recorded beside the order's own entries.
    fn operation(&mut self, at: &Recorded<RawEvent>, event: &OperationEvent) {
        let (act, target, reason, failed) = match event {
            OperationEvent::OperatorActed { act, target, reason } => (act, target, reason.clone(), ""),
            OperationEvent::OperatorActFailed { act, target, cause } => {
                (act, target, Some(cause.clone()), "-failed")
            }
        };
        let name = match &target.stream {
            Some(stream) => format!("{} {stream}", target.name),
            None => target.name.clone(),
        };
        let about = AuditSubject { kind: target.kind.as_str(), name: Some(name), merchant: None };
        let action = format!("{}{failed}", act.as_str());
        self.record(at, &about, &action, &(&reason).into(), [Value::Null, Value::Null]);
        if let (Some(stream), Some((_, entry))) = (&target.stream, self.decisions.last_mut()) {
            entry["subject_id"] = json!(stream.id);
        }
    }

    /// Decisions about the shop's webhooks. Merchants' own are no decisions of the shop.
    fn webhook(&mut self, at: &Recorded<RawEvent>, event: &WebhookEvent) {
        let action = match event {
            WebhookEvent::WebhookCreated { .. } => "created",
            WebhookEvent::WebhookSecretRotated { .. } => "secret-replaced",
            WebhookEvent::WebhookPaused { .. } => "paused",
            WebhookEvent::WebhookResumed { .. } => "resumed",
            WebhookEvent::WebhookReplayRequested { .. } => "replayed",
            WebhookEvent::WebhookRemoved { .. } => "removed",
            _ => return,
        };
        let data = &serde_json::to_value(event).expect("an event is JSON")["data"];
        if data["accountId"] != json!(AccountId::SHOP) {
            return;
        }
        let name = data["webhookId"].as_str().map(str::to_owned);
        let about = AuditSubject { kind: "webhook", name, merchant: None };
        let reason = match data["reason"].as_str() {
            Some("failing") => "It accepted no message for too long".into(),
            _ => Reason::default(),
        };
        let after = match event {
            WebhookEvent::WebhookCreated { url, types, .. } => {
                let mut after = json!({ "messages": types });
                if let Some(url) = url.get() {
                    after["sentTo"] = json!(url.split('/').skip(2).find(|part| !part.is_empty()));
                }
                after
            }
            _ => Value::Null,
        };
        self.record(at, &about, action, &reason, [Value::Null, after]);
        if let Some((_, entry)) = self.decisions.last_mut() {
            entry["subject_id"] = data["webhookId"].clone();
        }
    }

    /// Movements of paid money. A payment is no decision, and the order itself records its first refund.
    fn checkout(&mut self, at: &Recorded<RawEvent>, event: &CheckoutEvent) {
        let id = CheckoutId::new(at.stream.id);
        if let CheckoutEvent::CheckoutStarted { number, .. } = event {
            let checkout = Checkout {
                number: number.clone(),
                paid: 0,
                fulfillable: true,
                refunds: Vec::new(),
                failed: Vec::new(),
                disputes: Vec::new(),
            };
            self.checkouts.insert(id, checkout);
            return;
        }
        let checkout = self.checkouts.get_mut(&id).expect("it was started");
        let before = checkout.state();
        let (action, reason) = match event {
            CheckoutEvent::PaymentReceived { amount, .. } => {
                checkout.paid = amount.0;
                return;
            }
            CheckoutEvent::CheckoutUnfulfillable { reason, .. } => {
                checkout.fulfillable = false;
                ("unfulfillable", reason.as_str().into())
            }
            CheckoutEvent::RefundIssued { order_id, amount, .. } => {
                checkout.refunds.push(amount.0);
                let failed = checkout.failed.len();
                checkout.failed.retain(|order| Some(*order) != *order_id);
                if order_id.is_some() && checkout.failed.len() == failed {
                    return;
                }
                ("refunded", Reason::default())
            }
            CheckoutEvent::RefundedElsewhere { amount, .. } => {
                checkout.refunds.push(amount.0);
                ("refunded-elsewhere", Reason::default())
            }
            CheckoutEvent::RefundFailed { order_id, amount, reason, .. } => {
                checkout.refunds.push(-amount.0);
                checkout.failed.extend(order_id);
                ("refund-failed", reason.as_str().into())
            }
            CheckoutEvent::ChargeDisputed { dispute_id, amount, reason, .. } => {
                checkout.disputes.push((dispute_id.clone(), amount.0, "open"));
                ("disputed", reason.as_str().into())
            }
            CheckoutEvent::ChargeDisputeClosed { dispute_id, outcome, .. } => {
                let dispute = checkout.disputes.iter_mut().find(|(one, ..)| one == dispute_id);
                dispute.expect("it was opened").2 = match outcome {
                    DisputeOutcome::Won => "won",
                    DisputeOutcome::Lost => "lost",
                    DisputeOutcome::Withdrawn => "withdrawn",
                };
                ("dispute-closed", Reason::default())
            }
            _ => return,
        };
        let about = AuditSubject { kind: "checkout", name: Some(checkout.number.clone()), merchant: None };
        let states = [before, checkout.state()];
        self.record(at, &about, action, &reason, states);
    }
}

impl Model for Audit {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::audit::Audit)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        if let Some(event) = read::<AccountEvent>(recorded) {
            self.account(recorded, &event);
        }
        if let Some(event) = read::<OperationEvent>(recorded) {
            self.operation(recorded, &event);
        }
        if let Some(event) = read::<WebhookEvent>(recorded) {
            self.webhook(recorded, &event);
        }
        if let Some(event) = read::<ProductEvent>(recorded) {
            self.product(recorded, &event);
        }
        if let Some(event) = read::<OrderEvent>(recorded) {
            self.order(recorded, &event);
        }
        if let Some(event) = read::<CheckoutEvent>(recorded) {
            self.checkout(recorded, &event);
        }
        if let Some(AccountEvent::AccountErased { account_id }) = read(recorded) {
            let own = self.decisions.iter_mut().filter(|(of, _)| *of == Some(account_id.uuid()));
            own.for_each(|(_, entry)| entry["reason"] = Value::Null);
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let mut totals = BTreeMap::<(&str, &str), usize>::new();
        for (_, entry) in &self.decisions {
            let word = |member: &str| entry[member].as_str().expect("a word");
            *totals.entry((word("subject_type"), word("action"))).or_default() += 1;
        }
        let totals = totals.into_iter().map(
            |((kind, action), entries)| json!({ "subject_type": kind, "action": action, "entries": entries }),
        );
        vec![answer(ENTRIES, self.decisions.iter().map(|(_, entry)| entry.clone())), answer(TOTALS, totals)]
    }
}

#[test]
fn the_audit_agrees_with_its_model() {
    crate::folding::agrees::<Audit>();
}
