//! Tests of notifications, also against a model that reads the whole log at once.

use histories::{Conversation, History, Order, account_id, conversation_id, customer, merchant, product};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded, StreamId, decode,
    events::{AccountEvent, InboxEvent, OrderEvent, ProductEvent},
    ids::AccountId,
    notification::{self, NotificationId},
};
use uuid::Uuid;

use super::{super::testing::*, Notifications};

const SHOWN: &str = "SELECT n.recipient_id, n.id, n.type, n.title, n.message, n.about_id, n.created_at,
           r.id IS NOT NULL OR n.position < coalesce(i.read_up_to, 0) AS read
    FROM notifications n LEFT JOIN reads r ON r.account_id = n.recipient_id AND r.id = n.id
    LEFT JOIN inboxes i ON i.account_id = n.recipient_id ORDER BY n.position DESC, n.recipient_id";

/// Records the customer's next message.
fn write(history: &mut History, conversation: &mut Conversation) {
    let anna = customer(1);
    let sent = conversation.message(anna.id, anna.personal("Secret words".to_owned()));
    history.by(&anna, sent);
}

/// A history with events of every kind that notifies, and with people who read some of their notifications.
fn history() -> (History, Conversation) {
    let (anna, farm) = (customer(1), merchant(2));
    let tomato = product(1).sold_by(&farm);
    let (order, another) = (Order::new(1, &anna, &farm), Order::new(2, &anna, &farm));
    let mut conversation = Conversation::new(conversation_id(0), &anna, tomato.clone().named("Kale"));
    let mut history = History::default();
    history.by(&anna, anna.opened()).by(&farm, farm.opened());
    history.admin(farm.rejected()).admin(farm.approved());
    history.by(&farm, tomato.listed()).admin(tomato.rejected());
    history.by(&farm, tomato.renamed("Kale")).admin(tomato.approved());
    history.admin(tomato.certificate_rejected()).admin(tomato.certificate_approved());
    history.by(&anna, order.placed()).by(&farm, order.confirmed());
    let notification_id = format!("order-{}-2", order.id).parse().expect("a notification's id");
    history.by(&anna, InboxEvent::NotificationRead { account_id: anna.id, notification_id });
    history.by(&anna, conversation.started(anna.personal("A question".to_owned())));
    write(&mut history, &mut conversation);
    history.by(&farm, InboxEvent::AllNotificationsRead { account_id: farm.id });
    write(&mut history, &mut conversation);
    history.admin(order.cancelled());
    history.by(&anna, another.placed()).by(&anna, another.cancelled());
    (history, conversation)
}

/// A slow model of who is notified of which event, and of the read state, computed from the whole log.
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
async fn notifications_agree_with_the_model_at_any_batch_size() {
    let (history, _) = history();
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
async fn notifications_keep_the_names_of_their_time() {
    let mut tables = Tables::of(&Notifications).await;
    tables.apply(&Notifications, history().0.events()).await;
    let rows = tables.rows(SHOWN).await;
    let texts: Vec<[&str; 3]> = rows
        .iter()
        .rev()
        .map(|row| ["type", "title", "message"].map(|name| row[name].as_str().unwrap()))
        .collect();
    let of = |kind: &str| -> Vec<[&str; 2]> {
        texts.iter().filter(|row| row[0] == kind).map(|row| [row[1], row[2]]).collect()
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
    let (mut history, mut conversation) = history();
    history.system(merchant(2).erased());
    write(&mut history, &mut conversation);
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
