use std::collections::HashMap;

use histories::{Conversation, History, account_id, at, customer, merchant, product};
use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::json;
use shared_events::{
    Personal, RawEvent, Recorded,
    ids::{AccountId, ConversationId},
};
use uuid::Uuid;

use super::{super::testing::*, Conversations};
use crate::engine::View;

/// A generator of conversations, and a naive model of their read state.
#[derive(Default)]
struct Post {
    history: History,
    conversations: HashMap<(u128, u128), Conversation>,
    /// Sender, recipient and read state of each message, by conversation and number.
    messages: HashMap<(Uuid, u32), (AccountId, AccountId, bool)>,
    erased: Vec<u128>,
}

fn conversation_id((customer, merchant): (u128, u128)) -> ConversationId {
    ConversationId::new(Uuid::from_u128(0xC0_0000 + customer * 0x100 + merchant))
}

impl Post {
    fn personal(&self, person: u128, text: String) -> Personal<String> {
        let subject = account_id(person).uuid();
        if self.erased.contains(&person) { Personal::erased(subject) } else { Personal::new(subject, text) }
    }

    fn start(&mut self, pair: (u128, u128)) {
        let tomato = product(1).sold_by(&merchant(pair.1));
        let conversation = Conversation::new(conversation_id(pair), &customer(pair.0), tomato);
        self.history.system(conversation.started(self.personal(pair.0, "Tomatoes".to_owned())));
        self.conversations.insert(pair, conversation);
    }

    fn send(&mut self, pair: (u128, u128), by_customer: bool, again: bool) {
        let Some(mut conversation) = self.conversations.remove(&pair) else { return };
        let number = conversation.standing.messages + 1;
        let (sender, recipient) = if by_customer { pair } else { (pair.1, pair.0) };
        let subject = (by_customer && again).then(|| self.personal(sender, format!("Subject {number}")));
        let content = self.personal(sender, format!("Message {number}"));
        self.history.system(conversation.message_about(account_id(sender), subject, content));
        self.messages
            .insert((conversation.id.uuid(), number), (account_id(sender), account_id(recipient), false));
        self.conversations.insert(pair, conversation);
    }

    fn read(&mut self, pair: (u128, u128), by_customer: bool) {
        let Some(conversation) = self.conversations.get_mut(&pair) else { return };
        let reader = account_id(if by_customer { pair.0 } else { pair.1 });
        self.history.system(conversation.read_by(reader));
        for ((id, _), (_, recipient, is_read)) in &mut self.messages {
            *is_read |= *id == conversation.id.uuid() && *recipient == reader;
        }
    }

    fn read_all(&mut self, person: u128) {
        let reader = customer(person);
        self.history.system(reader.all_messages_read());
        for (_, recipient, is_read) in self.messages.values_mut() {
            *is_read |= *recipient == reader.id;
        }
    }

    fn erase(&mut self, person: u128) {
        if !self.erased.contains(&person) {
            self.erased.push(person);
            self.history.system(customer(person).erased());
        }
    }

    fn perform(&mut self, (what, who, to): (u8, u8, u8)) {
        // Customers 0 to 2 write to merchants 3 and 4.
        let pair = (u128::from(who % 3), u128::from(3 + to % 2));
        let started = self.conversations.contains_key(&pair);
        match what % 8 {
            0 if !started => self.start(pair),
            1..=3 => self.send(pair, what % 8 != 3, what > 128),
            4 => self.read(pair, true),
            5 => self.read(pair, false),
            6 => self.read_all(u128::from(who % 5)),
            7 if what > 200 => self.erase(u128::from(who % 5)),
            _ => {}
        }
    }

    fn events(&self) -> Vec<Recorded<RawEvent>> {
        self.history.events().to_vec()
    }
}

/// Each message with its read state for the recipient, computed as the queries compute it.
const READ: &str = "SELECT m.conversation_id, m.number, m.content,
    m.number <= CASE WHEN m.recipient_id = c.customer_id THEN c.read_by_customer ELSE c.read_by_merchant END
        OR m.position < coalesce(r.position, 0) AS read
    FROM messages m JOIN conversations c USING (conversation_id) LEFT JOIN readers r ON r.account_id = m.recipient_id";

#[test]
fn messages_and_read_state_agree_with_the_model_at_any_batch_size() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let tables = tokio::sync::Mutex::new(runtime.block_on(Tables::of(&Conversations)));
    let actions = prop::collection::vec(any::<(u8, u8, u8)>(), 1..80);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(40));
    let result = runner.run(&(actions, 1_usize..9), |(actions, size)| {
        let mut post = Post::default();
        actions.into_iter().for_each(|action| post.perform(action));
        let events = post.events();
        runtime.block_on(async {
            let mut tables = tables.lock().await;
            tables.clear().await;
            tables.apply(&Conversations, &events).await;
            let at_once = tables.everything().await;
            let messages = tables.rows(READ).await;
            prop_assert_eq!(messages.len(), post.messages.len());
            for message in messages {
                let id: Uuid = message["conversation_id"].as_str().expect("an id").parse().expect("a UUID");
                let number =
                    u32::try_from(message["number"].as_u64().expect("a number")).expect("a small one");
                let (sender, _, read) = post.messages[&(id, number)];
                prop_assert_eq!(&message["read"], &json!(read), "{} {}", id, number);
                let gone = post.erased.iter().any(|person| account_id(*person) == sender);
                prop_assert_eq!(message["content"].is_null(), gone);
            }
            tables.clear().await;
            for batch in events.chunks(size) {
                tables.apply(&Conversations, batch).await;
            }
            prop_assert_eq!(&at_once, &tables.everything().await);
            Ok(())
        })
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[tokio::test]
async fn a_conversation_has_its_last_subject_and_the_time_of_its_last_message() {
    let mut post = Post::default();
    post.start((1, 3));
    post.send((1, 3), true, false);
    post.send((1, 3), true, true);
    post.read((1, 3), false);
    let mut tables = Tables::of(&Conversations).await;
    for event in post.events() {
        tables.apply(&Conversations, &[event]).await;
    }
    let query = "SELECT subject, messages, product_name, product_price, read_by_merchant, answered,
        extract(epoch FROM last_activity)::bigint AS at FROM conversations";
    assert_eq!(
        tables.row(query).await,
        json!({"subject": "Subject 2", "messages": 2, "product_name": "Heirloom Tomato 1", "product_price": 450,
               "read_by_merchant": 2, "answered": false, "at": at(3).timestamp()})
    );
    post.send((1, 3), false, false);
    let events = post.events();
    tables.apply(&Conversations, &events[events.len() - 1..]).await;
    assert_eq!(tables.row("SELECT answered FROM conversations").await, json!({"answered": true}));
    let starts = tables.rows("SELECT starts FROM messages ORDER BY number").await;
    assert_eq!(starts, [true, true, false].map(|starts| json!({"starts": starts})));
    assert_eq!(Conversations.name(), "conversations");
}
