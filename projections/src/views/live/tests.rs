//! Tests of who is told what, also against a model that reads the whole log at once.

use std::collections::HashMap;

use serde_json::{Value, json};
use shared_events::{
    Actor, Personal, RawEvent, Recorded, Role, decode,
    events::{
        AccountEvent, ConversationEvent, CredentialEvent, OrderEvent, ProductEvent, SessionEvent, Standing,
        UserAgent,
    },
    ids::{AccountId, CheckoutId, ConversationId, MessageId, OrderId, SessionId},
    notification::{self, NotificationId},
    shop::{Amounts, DeliveryMethod},
};
use uuid::Uuid;

use super::{super::testing::*, Live, MAX_ROWS_PER_ACCOUNT};
use crate::engine::View;

const FEED: &str = "SELECT account_id, position, kind, thing FROM feed ORDER BY position, account_id, number";

fn customer() -> Actor {
    Actor::Account { id: account_id(1), role: Role::Customer }
}

fn merchant() -> Actor {
    Actor::Account { id: account_id(2), role: Role::Merchant }
}

fn order_placed(number: u128) -> OrderEvent {
    let person = account_id(1).uuid();
    OrderEvent::OrderPlaced {
        order_id: OrderId::new(Uuid::from_u128(0xC000 + number)),
        checkout_id: CheckoutId::new(Uuid::from_u128(0xD000 + number)),
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

fn message(number: u32) -> ConversationEvent {
    let conversation_id = ConversationId::new(Uuid::from_u128(0xCC01));
    let (customer_id, merchant_id) = (account_id(1), account_id(2));
    let from_customer = number % 2 == 1;
    let (sender_id, recipient_id) =
        if from_customer { (customer_id, merchant_id) } else { (merchant_id, customer_id) };
    ConversationEvent::MessageSent {
        conversation_id,
        message_id: MessageId { conversation: conversation_id, number },
        sender_id,
        recipient_id,
        subject: None,
        content: Personal::new(sender_id.uuid(), "Secret words".to_owned()),
        standing: Standing {
            customer_id,
            merchant_id,
            messages: number,
            read_by_customer: 0,
            read_by_merchant: 0,
        },
    }
}

/// A merchant is let in, sells, is written to and writes back.
fn history() -> History {
    let mut history = History::default();
    let (order, conversation) = (Uuid::from_u128(0xC001), Uuid::from_u128(0xCC01));
    history.system(account_id(1).uuid(), &customer_opened(1));
    history.system(account_id(2).uuid(), &merchant_opened(2));
    history.add(account_id(2).uuid(), admin(), &merchant_approved(2));
    history.add(product_id(1).uuid(), merchant(), &product_listed(1, 2));
    history.add(product_id(1).uuid(), admin(), &product_rejected(1));
    history.add(product_id(1).uuid(), admin(), &product_approved(1));
    history.add(order, customer(), &order_placed(1));
    let order_id = OrderId::new(order);
    history.add(order, merchant(), &OrderEvent::OrderConfirmed { order_id, note: None });
    history.add(conversation, customer(), &message(1));
    history.add(conversation, merchant(), &message(2));
    history.add(order, admin(), &OrderEvent::OrderCancelled { order_id, reason: None });
    history
}

/// A slow model of who is told what, computed from the whole log.
fn model(events: &[Recorded<RawEvent>]) -> Vec<Value> {
    let mut told = Vec::new();
    let mut orders: HashMap<Uuid, (AccountId, AccountId)> = HashMap::new();
    let mut products: HashMap<Uuid, AccountId> = HashMap::new();
    for recorded in events {
        let raw = recorded.event.clone();
        let id = NotificationId { stream: recorded.stream.clone(), version: recorded.version }.to_string();
        let mut tell = |account: AccountId, kind: &str, thing: &str| {
            told.push(
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
                    if person == recipient_id {
                        tell(person, "notification", &id);
                    }
                    tell(person, "message", &message_id.to_string());
                }
            }
            _ => {}
        }
    }
    told
}

#[tokio::test]
async fn everybody_is_told_what_concerns_them_however_the_log_is_cut() {
    let history = history();
    let events = history.events();
    let expected = model(events);
    assert_eq!(expected.len(), 19, "{expected:#?}");
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
    let mut history = History::default();
    for number in 1..=300 {
        history.add(Uuid::from_u128(0xCC01), customer(), &message(number));
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
    let mut history = history();
    history.system(account_id(2).uuid(), &AccountEvent::AccountErased { account_id: account_id(2) });
    history.add(Uuid::from_u128(0xCC01), customer(), &message(3));
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
async fn every_event_that_may_end_a_session_is_noted_with_its_account() {
    let (id, session_id) = (account_id(1), SessionId::new(Uuid::from_u128(0xE001)));
    let mut tables = Tables::of(&Live).await;
    let mut history = History::default();
    history.system(id.uuid(), &customer_opened(1));
    history.system(
        session_id.uuid(),
        &SessionEvent::SessionOpened {
            account_id: id,
            session_id,
            generation: 0,
            agent: UserAgent::default(),
        },
    );
    tables.apply(&Live, history.events()).await;
    assert_eq!(tables.rows("SELECT * FROM endings").await, [] as [Value; 0]);
    let mut seen = history.events().len();
    for what in 0..4 {
        match what {
            0 => {
                history.system(session_id.uuid(), &SessionEvent::SessionEnded { account_id: id, session_id })
            }
            1 => {
                history.system(id.uuid(), &CredentialEvent::AllSessionsEnded { account_id: id, except: None })
            }
            2 => {
                history.system(id.uuid(), &AccountEvent::AccountDeactivated { account_id: id, reason: None })
            }
            _ => history.system(id.uuid(), &AccountEvent::AccountErased { account_id: id }),
        }
        let new = &history.events()[seen..];
        assert!(Live.categories().contains(&&*new[0].stream.category));
        tables.apply(&Live, new).await;
        seen = history.events().len();
        let expected = json!({ "account_id": id, "position": new[0].position });
        assert_eq!(tables.row("SELECT * FROM endings").await, expected);
    }
}
