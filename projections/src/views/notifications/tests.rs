//! Tests of notifications, also against a model that reads the whole log at once.

use serde_json::{Value, json};
use shared_events::{
    Actor, Personal, RawEvent, Recorded, Role, StreamId, decode,
    events::{AccountEvent, ConversationEvent, InboxEvent, OrderEvent, ProductEvent, Standing},
    ids::{AccountId, ConversationId, MessageId, OrderId},
    notification::{self, NotificationId},
    shop::{Amounts, DeliveryMethod},
};
use uuid::Uuid;

use super::{super::testing::*, Notifications};

const SHOWN: &str = "SELECT n.recipient_id, n.id, n.type, n.title, n.message, n.about_id, n.created_at,
           r.id IS NOT NULL OR n.position < coalesce(i.read_up_to, 0) AS read
    FROM notifications n LEFT JOIN reads r ON r.account_id = n.recipient_id AND r.id = n.id
    LEFT JOIN inboxes i ON i.account_id = n.recipient_id ORDER BY n.position DESC, n.recipient_id";

fn customer() -> Actor {
    Actor::Account { id: account_id(1), role: Role::Customer }
}

fn merchant() -> Actor {
    Actor::Account { id: account_id(2), role: Role::Merchant }
}

fn order_id(number: u128) -> OrderId {
    OrderId::new(Uuid::from_u128(0xC000 + number))
}

fn order_placed(number: u128) -> OrderEvent {
    let person = account_id(1).uuid();
    OrderEvent::OrderPlaced {
        order_id: order_id(number),
        checkout_id: shared_events::ids::CheckoutId::new(Uuid::from_u128(0xD000 + number)),
        number: format!("GS-{number}-1"),
        parent_number: format!("GS-{number}"),
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

fn conversation_id() -> ConversationId {
    ConversationId::new(Uuid::from_u128(0xE000))
}

fn standing(messages: u32) -> Standing {
    Standing {
        customer_id: account_id(1),
        merchant_id: account_id(2),
        messages,
        read_by_customer: 0,
        read_by_merchant: 0,
    }
}

fn conversation_started() -> ConversationEvent {
    ConversationEvent::ConversationStarted {
        conversation_id: conversation_id(),
        customer_id: account_id(1),
        merchant_id: account_id(2),
        product_id: product_id(1),
        product_name: "Kale".to_owned(),
        product_price: shared_events::Cents(2_00),
        subject: Personal::erased(account_id(1).uuid()),
        standing: standing(0),
    }
}

fn message(number: u32) -> ConversationEvent {
    ConversationEvent::MessageSent {
        conversation_id: conversation_id(),
        message_id: MessageId { conversation: conversation_id(), number },
        sender_id: account_id(1),
        recipient_id: account_id(2),
        subject: None,
        content: Personal::new(account_id(1).uuid(), "Secret words".to_owned()),
        standing: standing(number),
    }
}

fn read(number: u128, id: &str) -> InboxEvent {
    InboxEvent::NotificationRead { account_id: account_id(number), notification_id: id.parse().unwrap() }
}

/// A bit of everything, with people who read some of it.
fn history() -> History {
    let mut history = History::default();
    let (product, order) = (product_id(1).uuid(), order_id(1).uuid());
    history.system(account_id(1).uuid(), &customer_opened(1));
    history.system(account_id(2).uuid(), &merchant_opened(2));
    history.add(account_id(2).uuid(), admin(), &merchant_rejected(2));
    history.add(account_id(2).uuid(), admin(), &merchant_approved(2));
    history.add(product, merchant(), &product_listed(1, 2));
    history.add(product, admin(), &product_rejected(1));
    let revised = ProductEvent::ProductRevised {
        product_id: product_id(1),
        details: match product_listed(1, 2) {
            ProductEvent::ProductListed { details, .. } => {
                shared_events::shop::ProductDetails { name: "Kale".to_owned(), ..details }
            }
            _ => unreachable!("it lists a product"),
        },
    };
    history.add(product, merchant(), &revised);
    history.add(product, admin(), &product_approved(1));
    let product_id = product_id(1);
    history.add(
        product,
        admin(),
        &ProductEvent::OrganicCertificateRejected { product_id, reason: "Old".into() },
    );
    history.add(product, admin(), &ProductEvent::OrganicCertificateApproved { product_id, reason: None });
    history.add(order, customer(), &order_placed(1));
    history.add(order, merchant(), &OrderEvent::OrderConfirmed { order_id: order_id(1), note: None });
    history.add(account_id(1).uuid(), customer(), &read(1, &format!("order-{order}-2")));
    history.add(conversation_id().uuid(), customer(), &conversation_started());
    history.add(conversation_id().uuid(), customer(), &message(1));
    let all = InboxEvent::AllNotificationsRead { account_id: account_id(2) };
    history.add(account_id(2).uuid(), merchant(), &all);
    history.add(conversation_id().uuid(), customer(), &message(2));
    let cancelled = |number| OrderEvent::OrderCancelled { order_id: order_id(number), reason: None };
    history.add(order, admin(), &cancelled(1));
    history.add(order_id(2).uuid(), customer(), &order_placed(2));
    history.add(order_id(2).uuid(), customer(), &cancelled(2));
    history
}

/// A slow model of who is notified of which event, and whether it was read, computed from the whole log.
fn model(events: &[Recorded<RawEvent>]) -> Vec<(Uuid, String, bool)> {
    let first =
        |stream: &StreamId| events.iter().find(|event| event.stream == *stream).unwrap().event.clone();
    let mut shown = Vec::new();
    for recorded in events {
        let raw = recorded.event.clone();
        let recipients: Vec<AccountId> = match &*recorded.stream.category {
            "account" => notification::of_account(&decode::<AccountEvent>(raw).unwrap())
                .map(|_| AccountId::new(recorded.stream.id))
                .into_iter()
                .collect(),
            "product" => match decode(first(&recorded.stream)).unwrap() {
                ProductEvent::ProductListed { merchant_id, .. } => {
                    notification::of_product(&decode(raw).unwrap()).map(|_| merchant_id).into_iter().collect()
                }
                _ => Vec::new(),
            },
            "order" => match decode(first(&recorded.stream)).unwrap() {
                OrderEvent::OrderPlaced { customer_id, merchant_id, .. } => {
                    notification::of_order(&decode(raw).unwrap(), &recorded.actor, customer_id, merchant_id)
                }
                _ => Vec::new(),
            },
            "conversation" => notification::of_conversation(&decode(raw).unwrap()).into_iter().collect(),
            _ => Vec::new(),
        };
        let id = NotificationId { stream: recorded.stream.clone(), version: recorded.version };
        for recipient in recipients {
            let read = events.iter().any(|other| {
                other.stream == StreamId::new("inbox", recipient.uuid())
                    && match decode(other.event.clone()).unwrap() {
                        InboxEvent::NotificationRead { notification_id, .. } => notification_id == id,
                        InboxEvent::AllNotificationsRead { .. } => other.position > recorded.position,
                    }
            });
            shown.push((recipient.uuid(), id.to_string(), read));
        }
    }
    shown.reverse();
    shown
}

fn simply(rows: &[Value]) -> Vec<(Uuid, String, bool)> {
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    rows.iter()
        .map(|row| (text(row, "recipient_id").parse().unwrap(), text(row, "id"), row["read"] == true))
        .collect()
}

#[tokio::test]
async fn everybody_is_told_what_concerns_them_however_the_log_is_cut() {
    let history = history();
    let events = history.events();
    let mut expected = model(events);
    assert_eq!(expected.len(), 14);
    expected.sort();
    let mut tables = Tables::of(&Notifications).await;
    for size in [1, 2, 3, 7, events.len()] {
        tables.clear().await;
        for batch in events.chunks(size) {
            tables.apply(&Notifications, batch).await;
        }
        let mut shown = simply(&tables.rows(SHOWN).await);
        shown.sort();
        assert_eq!(shown, expected, "in batches of {size}");
    }
}

#[tokio::test]
async fn notifications_use_the_names_of_the_time() {
    let mut tables = Tables::of(&Notifications).await;
    tables.apply(&Notifications, history().events()).await;
    let rows = tables.rows(SHOWN).await;
    let said: Vec<[&str; 3]> = rows
        .iter()
        .rev()
        .map(|row| ["type", "title", "message"].map(|name| row[name].as_str().unwrap()))
        .collect();
    let of = |kind: &str| -> Vec<[&str; 2]> {
        said.iter().filter(|row| row[0] == kind).map(|row| [row[1], row[2]]).collect()
    };
    assert_eq!(
        of("product_rejected"),
        [["Product rejected", "Heirloom Tomato 1 has not been approved: Blurred picture"]]
    );
    assert_eq!(of("product_approved"), [["Product approved", "Kale has been approved and can be sold."]]);
    assert_eq!(of("organic_rejected").len() + of("organic_approved").len(), 2);
    assert_eq!(of("merchant_approved").len() + of("merchant_rejected").len(), 2);
    assert_eq!(of("message"), [["New message", "You have a new message about Kale."]; 2]);
    let orders = of("order_status");
    assert_eq!(orders.len(), 6, "{orders:?}");
    assert_eq!(orders[0], ["New order", "Order GS-1-1 waits for your confirmation."]);
    assert_eq!(orders[1], ["Order confirmed", "Farm 2 has confirmed your order GS-1-1."]);
    assert_eq!(orders[5], ["Order cancelled", "Order GS-2-1 was cancelled."]);
    assert!(!rows.iter().any(|row| row.to_string().contains("Secret")), "nothing personal is kept");
}

#[tokio::test]
async fn an_erased_person_loses_earlier_notifications() {
    let mut history = history();
    history.system(account_id(2).uuid(), &AccountEvent::AccountErased { account_id: account_id(2) });
    history.add(conversation_id().uuid(), customer(), &message(3));
    let mut tables = Tables::of(&Notifications).await;
    for size in [1, 4, 100] {
        tables.clear().await;
        for batch in history.events().chunks(size) {
            tables.apply(&Notifications, batch).await;
        }
        let left = "SELECT count(*) AS n, (SELECT count(*) FROM inboxes) AS inboxes FROM notifications WHERE recipient_id = ";
        let left = tables.row(&format!("{left}'{}'", account_id(2).uuid())).await;
        assert_eq!(left, json!({ "n": 1, "inboxes": 0 }), "in batches of {size}");
    }
}
