//! Tests of the recipients of news, also against a model that reads the whole log at once.

use std::collections::HashMap;

use histories::{
    Conversation, History, Order, account_id, conversation_id, customer, merchant, product, session_id,
};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded, decode,
    events::{AccountEvent, ConversationEvent, OrderEvent, ProductEvent, UserAgent},
    ids::AccountId,
    notification::{self, NotificationId},
};
use uuid::Uuid;

use super::{super::testing::*, Live, MAX_ROWS_PER_ACCOUNT};
use crate::engine::View;

const FEED: &str = "SELECT account_id, position, kind, thing FROM feed ORDER BY position, account_id, number";

/// Customer 1's conversation with merchant 2 about a product.
fn conversation() -> Conversation {
    Conversation::new(conversation_id(1), &customer(1), product(1).sold_by(&merchant(2)))
}

/// Records the next message, from the customer or the merchant.
fn write(history: &mut History, conversation: &mut Conversation) {
    let from_customer = conversation.standing.messages.is_multiple_of(2);
    let sender = if from_customer { customer(1) } else { merchant(2) };
    let sent = conversation.message(sender.id, sender.personal("Secret words".to_owned()));
    history.by(&sender, sent);
}

/// Customer 1 asks the shop's support.
fn ask_support(history: &mut History) {
    let anna = customer(1);
    let mut conversation = Conversation::new(conversation_id(2), &anna, product(1));
    conversation.standing.merchant_id = AccountId::SHOP;
    let asked = conversation.message(anna.id, anna.personal("Secret words".to_owned()));
    history.by(&anna, asked);
}

/// A history in which a merchant is approved, sells, gets a message and replies.
fn history() -> (History, Conversation) {
    let (anna, farm) = (customer(1), merchant(2));
    let (tomato, order) = (product(1).sold_by(&farm), Order::new(1, &anna, &farm));
    let (mut history, mut conversation) = (History::default(), conversation());
    history.by(&anna, anna.opened()).by(&farm, farm.opened()).admin(farm.approved());
    history.by(&farm, tomato.listed()).admin(tomato.rejected()).admin(tomato.approved());
    history.by(&anna, order.placed()).by(&farm, order.confirmed());
    write(&mut history, &mut conversation);
    write(&mut history, &mut conversation);
    ask_support(&mut history);
    history.admin(order.cancelled());
    (history, conversation)
}

/// A slow model of the news of each person, computed from the whole log.
fn model(events: &[Recorded<RawEvent>]) -> Vec<Value> {
    let mut news = Vec::new();
    let mut orders: HashMap<Uuid, (AccountId, AccountId)> = HashMap::new();
    let mut products: HashMap<Uuid, AccountId> = HashMap::new();
    for recorded in events {
        let raw = recorded.event.clone();
        let id = NotificationId { stream: recorded.stream.clone(), version: recorded.version }.to_string();
        let mut tell = |account: AccountId, kind: &str, thing: &str| {
            news.push(
                json!({ "account_id": account, "position": recorded.position, "kind": kind, "thing": thing }),
            );
        };
        match &*recorded.stream.category {
            "account" => {
                let event: AccountEvent = decode(raw).unwrap();
                notification::of_account(&event)
                    .iter()
                    .for_each(|_| tell(AccountId::new(recorded.stream.id), "notification", &id));
            }
            "product" => {
                let event: ProductEvent = decode(raw).unwrap();
                if let ProductEvent::ProductListed { merchant_id, .. } = &event {
                    products.insert(recorded.stream.id, *merchant_id);
                }
                notification::of_product(&event)
                    .iter()
                    .for_each(|_| tell(products[&recorded.stream.id], "notification", &id));
            }
            "order" => {
                let event: OrderEvent = decode(raw).unwrap();
                if let OrderEvent::OrderPlaced { customer_id, merchant_id, .. } = &event {
                    orders.insert(recorded.stream.id, (*customer_id, *merchant_id));
                }
                let (customer, merchant) = orders[&recorded.stream.id];
                let notified = notification::of_order(&event, &recorded.actor, customer, merchant);
                for person in [customer, merchant] {
                    if notified.contains(&person) {
                        tell(person, "notification", &id);
                    }
                    tell(person, "order", &recorded.stream.id.to_string());
                }
            }
            "conversation" => {
                let ConversationEvent::MessageSent { message_id, sender_id, recipient_id, .. } =
                    decode(raw).unwrap()
                else {
                    continue;
                };
                let mut both = [sender_id, recipient_id];
                both.sort_by_key(|person| person.uuid());
                for person in both {
                    if person == recipient_id && person != AccountId::SHOP {
                        tell(person, "notification", &id);
                    }
                    tell(person, "message", &message_id.to_string());
                }
            }
            _ => {}
        }
    }
    news
}

#[tokio::test]
async fn feeds_agree_with_the_model_at_any_batch_size() {
    let (history, _) = history();
    let events = history.events();
    let expected = model(events);
    assert_eq!(expected.len(), 21, "{expected:#?}");
    let mut tables = Tables::of(&Live).await;
    for size in [1, 2, 3, 7, events.len()] {
        tables.clear().await;
        for batch in events.chunks(size) {
            tables.apply(&Live, batch).await;
        }
        assert_eq!(tables.rows(FEED).await, expected, "in batches of {size}");
    }
    let everything = tables.everything().await.join("\n");
    assert!(!everything.contains("Secret") && !everything.contains("Customer"), "things are only named");
}

#[tokio::test]
async fn the_last_rows_are_kept_and_the_position_of_the_deleted_ones_is_known() {
    let (mut history, mut conversation) = (History::default(), conversation());
    for _ in 1..=300 {
        write(&mut history, &mut conversation);
    }
    let expected = model(history.events());
    let mut tables = Tables::of(&Live).await;
    let mut everything = None;
    for size in [1, 7, 150, 300] {
        tables.clear().await;
        for batch in history.events().chunks(size) {
            tables.apply(&Live, batch).await;
        }
        let rows = tables.rows(FEED).await;
        for number in [1, 2] {
            let of = |rows: &[Value]| -> Vec<Value> {
                rows.iter().filter(|row| row["account_id"] == json!(account_id(number))).cloned().collect()
            };
            let (all, kept) = (of(&expected), of(&rows));
            let forgotten = all.len() - usize::try_from(MAX_ROWS_PER_ACCOUNT).unwrap();
            assert_eq!(kept, all[forgotten..], "in batches of {size}");
            let reader = format!(
                "SELECT last_number, forgotten_to FROM readers WHERE account_id = '{}'",
                account_id(number)
            );
            let shown = json!({ "last_number": all.len(), "forgotten_to": all[forgotten - 1]["position"] });
            assert_eq!(tables.row(&reader).await, shown);
        }
        let found = tables.everything().await;
        assert_eq!(everything.get_or_insert_with(|| found.clone()), &found, "in batches of {size}");
    }
}

#[tokio::test]
async fn an_erased_person_keeps_only_later_news() {
    let (mut history, mut conversation) = history();
    history.system(merchant(2).erased());
    write(&mut history, &mut conversation);
    let mut tables = Tables::of(&Live).await;
    for size in [1, 4, 100] {
        tables.clear().await;
        for batch in history.events().chunks(size) {
            tables.apply(&Live, batch).await;
        }
        let theirs = format!("SELECT kind, number FROM feed WHERE account_id = '{}'", account_id(2));
        let rows = tables.rows(&format!("{theirs} ORDER BY number")).await;
        let expected =
            [json!({ "kind": "notification", "number": 1 }), json!({ "kind": "message", "number": 2 })];
        assert_eq!(rows, expected, "in batches of {size}");
    }
}

#[tokio::test]
async fn every_event_that_may_end_a_session_is_recorded_with_its_account() {
    let (anna, session) = (customer(1), session_id(1));
    let mut tables = Tables::of(&Live).await;
    let mut history = History::default();
    history.by(&anna, anna.opened()).by(&anna, anna.logged_in(session, 0, UserAgent::default()));
    tables.apply(&Live, history.events()).await;
    assert_eq!(tables.rows("SELECT * FROM endings").await, [] as [Value; 0]);
    for what in 0..4 {
        match what {
            0 => history.by(&anna, anna.logged_out(session)),
            1 => history.by(&anna, anna.all_sessions_ended(None)),
            2 => history.admin(anna.deactivated()),
            _ => history.system(anna.erased()),
        };
        let new = history.last();
        assert!(Live.categories().contains(&&*new[0].stream.category));
        tables.apply(&Live, new).await;
        let expected = json!({ "account_id": anna.id, "position": new[0].position });
        assert_eq!(tables.row("SELECT * FROM endings").await, expected);
    }
}
