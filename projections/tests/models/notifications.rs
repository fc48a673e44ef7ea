use std::{collections::BTreeMap, sync::Arc};

use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    Actor, RawEvent, Recorded, Role,
    events::{AccountEvent, ConversationEvent, InboxEvent, OrderEvent, PaidBackBy, ProductEvent},
    ids::{AccountId, ConversationId, OrderId, ProductId},
};

use crate::model::{Answer, Model, answer, moment, read};

/// The columns of a person's notifications, under the names of the query.
const NOTIFICATIONS: &str = "SELECT n.recipient_id, n.id, n.type, n.title, n.message, n.about_id, n.created_at, \
     r.id IS NOT NULL OR n.position < coalesce(i.read_up_to, 0) AS read \
     FROM read.notifications_notifications n \
     LEFT JOIN read.notifications_reads r ON r.account_id = n.recipient_id AND r.id = n.id \
     LEFT JOIN read.notifications_inboxes i ON i.account_id = n.recipient_id";

#[derive(Clone)]
struct Sale {
    number: String,
    customer: AccountId,
    merchant: AccountId,
    shop: String,
}

#[derive(Default)]
pub(crate) struct Notifications {
    notifications: Vec<Value>,
    products: BTreeMap<ProductId, (AccountId, String)>,
    orders: BTreeMap<OrderId, Sale>,
    talks: BTreeMap<ConversationId, String>,
}

impl Notifications {
    fn notify(
        &mut self,
        recorded: &Recorded<RawEvent>,
        who: AccountId,
        kind: &str,
        title: &str,
        message: &str,
    ) {
        self.notifications.push(json!({
            "recipient_id": who, "id": format!("{}-{}", recorded.stream, recorded.version), "type": kind,
            "title": title, "message": message, "about_id": recorded.stream.id,
            "created_at": moment(recorded.recorded_at), "read": false,
        }));
    }

    fn account(&mut self, recorded: &Recorded<RawEvent>, event: &AccountEvent) {
        match event {
            AccountEvent::MerchantApproved { account_id, .. } => {
                let message = "Your merchant account has been approved. Your approved products are visible to \
                               customers.";
                let title = "Merchant account approved";
                self.notify(recorded, *account_id, "merchant_approved", title, message);
            }
            AccountEvent::MerchantRejected { account_id, reason } => {
                let message = format!("Your merchant account has not been approved: {reason}");
                self.notify(
                    recorded,
                    *account_id,
                    "merchant_rejected",
                    "Merchant account rejected",
                    &message,
                );
            }
            AccountEvent::AccountErased { account_id } => {
                self.notifications.retain(|one| one["recipient_id"] != json!(account_id));
            }
            _ => {}
        }
    }

    fn product(&mut self, recorded: &Recorded<RawEvent>, event: &ProductEvent) {
        match event {
            ProductEvent::ProductListed { product_id, merchant_id, details, .. } => {
                self.products.insert(*product_id, (*merchant_id, details.name.clone()));
                return;
            }
            ProductEvent::ProductRevised { product_id, details } => {
                self.products.get_mut(product_id).expect("it was listed").1.clone_from(&details.name);
                return;
            }
            _ => {}
        }
        let (merchant, name) = self.products[&ProductId::new(recorded.stream.id)].clone();
        let (kind, title, message) = match event {
            ProductEvent::ProductApproved { .. } => {
                ("product_approved", "Product approved", format!("{name} has been approved and can be sold."))
            }
            ProductEvent::ProductRejected { reason, .. } => {
                ("product_rejected", "Product rejected", format!("{name} has not been approved: {reason}"))
            }
            ProductEvent::OrganicCertificateApproved { .. } => (
                "organic_approved",
                "Organic certificate approved",
                format!("The organic certificate of {name} has been approved."),
            ),
            ProductEvent::OrganicCertificateRejected { reason, .. } => (
                "organic_rejected",
                "Organic certificate rejected",
                format!("The organic certificate of {name} has not been approved: {reason}"),
            ),
            _ => return,
        };
        self.notify(recorded, merchant, kind, title, &message);
    }

    fn order(&mut self, recorded: &Recorded<RawEvent>, event: &OrderEvent) {
        if let OrderEvent::OrderPlaced { order_id, number, customer_id, merchant_id, merchant_name, .. } =
            event
        {
            let sale = Sale {
                number: number.clone(),
                customer: *customer_id,
                merchant: *merchant_id,
                shop: merchant_name.clone(),
            };
            self.orders.insert(*order_id, sale);
            let message = format!("Order {number} waits for your confirmation.");
            self.notify(recorded, *merchant_id, "order_status", "New order", &message);
            return;
        }
        let Sale { number, customer, merchant, shop } =
            self.orders[&OrderId::new(recorded.stream.id)].clone();
        let (title, message) = match event {
            OrderEvent::OrderPlaced { .. } => unreachable!("notifications above"),
            OrderEvent::OrderConfirmed { .. } => {
                ("Order confirmed", format!("{shop} has confirmed your order {number}."))
            }
            OrderEvent::PreparationStarted { .. } => {
                ("Order in preparation", format!("{shop} is preparing your order {number}."))
            }
            OrderEvent::OrderMadeReady { .. } => {
                ("Order ready for pickup", format!("Your order {number} is ready for pickup at {shop}."))
            }
            OrderEvent::OrderSentOut { .. } => {
                ("Order out for delivery", format!("Your order {number} from {shop} is out for delivery."))
            }
            OrderEvent::OrderShipped { .. } => {
                ("Order shipped", format!("{shop} has shipped your order {number}."))
            }
            OrderEvent::OrderDelivered { .. } => {
                ("Order delivered", format!("Your order {number} from {shop} has been delivered."))
            }
            OrderEvent::OrderCancelled { .. } => {
                ("Order cancelled", format!("Your order {number} from {shop} was cancelled."))
            }
            OrderEvent::OrderReturned { .. } => {
                ("Order returned", format!("Your order {number} from {shop} was returned."))
            }
            OrderEvent::OrderRefunded { amount, rest_paid_back_by: Some(by), .. } if amount.0 == 0 => {
                let by = if *by == PaidBackBy::Bank { "Your bank has" } else { "We had already" };
                ("Nothing left to refund", format!("{by} paid the money of your order {number} back to you."))
            }
            OrderEvent::OrderRefunded { amount, .. } => {
                ("Refund issued", format!("{amount} was refunded for your order {number}."))
            }
        };
        let to_merchant = format!("Order {number} was cancelled.");
        let of_admin = format!("Our team has changed order {number} in your place.");
        let did_it = |who: AccountId| matches!(&recorded.actor, Actor::Account { id, .. } if *id == who);
        // People are not notified of their own acts.
        if !did_it(customer) {
            self.notify(recorded, customer, "order_status", title, &message);
        }
        // A merchant who buys from the own stall is told once.
        if merchant == customer {
            return;
        }
        if matches!(event, OrderEvent::OrderCancelled { .. }) && !did_it(merchant) {
            self.notify(recorded, merchant, "order_status", title, &to_merchant);
        } else if matches!(&recorded.actor, Actor::Account { role: Role::Admin, .. }) {
            self.notify(recorded, merchant, "order_status", "Order changed by our team", &of_admin);
        }
    }

    fn read_by(&mut self, who: AccountId, which: impl Fn(&Value) -> bool) {
        let own = self.notifications.iter_mut().filter(|one| one["recipient_id"] == json!(who));
        own.filter(|one| which(one)).for_each(|one| one["read"] = json!(true));
    }
}

impl Model for Notifications {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::notifications::Notifications)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        if let Some(event) = read::<AccountEvent>(recorded) {
            self.account(recorded, &event);
        }
        if let Some(event) = read::<ProductEvent>(recorded) {
            self.product(recorded, &event);
        }
        if let Some(event) = read::<OrderEvent>(recorded) {
            self.order(recorded, &event);
        }
        match read::<ConversationEvent>(recorded) {
            Some(ConversationEvent::ConversationStarted { conversation_id, product_name, .. }) => {
                self.talks.insert(conversation_id, product_name);
            }
            Some(ConversationEvent::SupportConversationStarted { conversation_id, .. }) => {
                self.talks.insert(conversation_id, "your question to our support".to_owned());
            }
            Some(ConversationEvent::MessageSent { recipient_id, .. }) if recipient_id == AccountId::SHOP => {}
            Some(ConversationEvent::MessageSent { conversation_id, recipient_id, .. }) => {
                let message = format!("You have a new message about {}.", self.talks[&conversation_id]);
                self.notify(recorded, recipient_id, "message", "New message", &message);
            }
            Some(ConversationEvent::MessagesRead { .. }) | None => {}
        }
        match read::<InboxEvent>(recorded) {
            Some(InboxEvent::NotificationRead { account_id, notification_id }) => {
                self.read_by(account_id, |one| one["id"] == json!(notification_id));
            }
            Some(InboxEvent::AllNotificationsRead { account_id }) => self.read_by(account_id, |_| true),
            None => {}
        }
    }

    fn answers(&self) -> Vec<Answer> {
        vec![answer(NOTIFICATIONS, self.notifications.iter().cloned())]
    }
}

#[test]
fn notifications_agree_with_their_model() {
    crate::folding::agrees::<Notifications>();
}
