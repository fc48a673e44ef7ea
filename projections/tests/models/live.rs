use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

use projections::{
    engine::View,
    views::{self, live::MAX_ROWS_PER_ACCOUNT},
};
use serde_json::{Value, json};
use shared_events::{
    Actor, Position, RawEvent, Recorded, Role,
    events::{AccountEvent, ConversationEvent, CredentialEvent, OrderEvent, ProductEvent, SessionEvent},
    ids::{AccountId, OrderId, ProductId},
};

use crate::{
    folding::{HISTORIES, SEED, seeded},
    market::{Market, Throw, busy},
    model::{Answer, Model, answer, read},
};

const FEED: &str = "SELECT account_id, number, position, kind, thing FROM read.live_feed";
const READERS: &str = "SELECT account_id, last_number, forgotten_to FROM read.live_readers";
const ENDINGS: &str = "SELECT account_id, position FROM read.live_endings";

/// The number of throws in a busy history.
const BUSY_HISTORY_LENGTH: Range<usize> = 1_200..1_800;

/// A piece of news for one person.
struct News {
    position: Position,
    kind: &'static str,
    thing: String,
}

/// All news of all people, from the start of the log.
#[derive(Default)]
pub(crate) struct Live {
    feeds: BTreeMap<AccountId, Vec<News>>,
    /// The position at which an account's sessions may last have ended.
    endings: BTreeMap<AccountId, Position>,
    makers: BTreeMap<ProductId, AccountId>,
    /// The customer and the merchant of each order.
    sales: BTreeMap<OrderId, (AccountId, AccountId)>,
}

impl Live {
    fn add(&mut self, at: &Recorded<RawEvent>, who: AccountId, kind: &'static str, thing: String) {
        self.feeds.entry(who).or_default().push(News { position: at.position, kind, thing });
    }

    /// Adds a notification. Its id is that of its event.
    fn notify(&mut self, at: &Recorded<RawEvent>, who: AccountId) {
        self.add(at, who, "notification", format!("{}-{}", at.stream, at.version));
    }

    fn end_sessions(&mut self, at: &Recorded<RawEvent>, of: AccountId) {
        self.endings.insert(of, at.position);
    }

    fn account(&mut self, at: &Recorded<RawEvent>, event: &AccountEvent) {
        match event {
            AccountEvent::MerchantApproved { account_id, .. }
            | AccountEvent::MerchantRejected { account_id, .. } => self.notify(at, *account_id),
            AccountEvent::AccountDeactivated { account_id, .. } => self.end_sessions(at, *account_id),
            AccountEvent::AccountErased { account_id } => {
                self.feeds.remove(account_id);
                self.end_sessions(at, *account_id);
            }
            _ => {}
        }
    }

    fn product(&mut self, at: &Recorded<RawEvent>, event: &ProductEvent) {
        match event {
            ProductEvent::ProductListed { product_id, merchant_id, .. } => {
                self.makers.insert(*product_id, *merchant_id);
            }
            ProductEvent::ProductApproved { product_id, .. }
            | ProductEvent::ProductRejected { product_id, .. }
            | ProductEvent::OrganicCertificateApproved { product_id, .. }
            | ProductEvent::OrganicCertificateRejected { product_id, .. } => {
                self.notify(at, self.makers[product_id]);
            }
            _ => {}
        }
    }

    /// Both people see every change of an order. The merchant is notified of a new or cancelled order and of an admin's
    /// acts, the customer of every later change, and nobody of their own acts.
    fn order(&mut self, at: &Recorded<RawEvent>, event: &OrderEvent) {
        let id = OrderId::new(at.stream.id);
        if let OrderEvent::OrderPlaced { customer_id, merchant_id, .. } = event {
            self.sales.insert(id, (*customer_id, *merchant_id));
        }
        let (customer, merchant) = self.sales[&id];
        let is_new = matches!(event, OrderEvent::OrderPlaced { .. });
        let by_admin = matches!(&at.actor, Actor::Account { role: Role::Admin, .. });
        let concerns_merchant = is_new || by_admin || matches!(event, OrderEvent::OrderCancelled { .. });
        // A merchant who buys from the own stall gets the news once.
        for person in BTreeSet::from([customer, merchant]) {
            let did_it = matches!(&at.actor, Actor::Account { id, .. } if *id == person);
            let concerned = (person == merchant && concerns_merchant) || (person == customer && !is_new);
            if concerned && (is_new || !did_it) {
                self.notify(at, person);
            }
            self.add(at, person, "order", id.to_string());
        }
    }

    fn feed(&self) -> impl Iterator<Item = Value> {
        self.feeds.iter().flat_map(|(person, all)| {
            let numbered = (1_usize..).zip(all).skip(forgotten(all));
            numbered.map(move |(number, news)| {
                json!({
                    "account_id": person, "number": number, "position": news.position, "kind": news.kind,
                    "thing": news.thing,
                })
            })
        })
    }

    fn readers(&self) -> impl Iterator<Item = Value> {
        self.feeds.iter().map(|(person, all)| {
            let last_forgotten = all[..forgotten(all)].last();
            json!({
                "account_id": person, "last_number": all.len(),
                "forgotten_to": last_forgotten.map_or(Position(0), |news| news.position),
            })
        })
    }
}

/// The number of rows that are no longer kept.
fn forgotten(all: &[News]) -> usize {
    all.len().saturating_sub(usize::try_from(MAX_ROWS_PER_ACCOUNT).expect("a number of rows"))
}

impl Model for Live {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::live::Live)
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
        if let Some(ConversationEvent::MessageSent { message_id, sender_id, recipient_id, .. }) =
            read(recorded)
        {
            // Support has no bell.
            if recipient_id != AccountId::SHOP {
                self.notify(recorded, recipient_id);
            }
            self.add(recorded, recipient_id, "message", message_id.to_string());
            self.add(recorded, sender_id, "message", message_id.to_string());
        }
        if let Some(CredentialEvent::AllSessionsEnded { account_id, .. }) = read(recorded) {
            self.end_sessions(recorded, account_id);
        }
        if let Some(SessionEvent::SessionEnded { account_id, .. }) = read(recorded) {
            self.end_sessions(recorded, account_id);
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let endings =
            self.endings.iter().map(|(id, position)| json!({ "account_id": id, "position": position }));
        vec![answer(FEED, self.feed()), answer(READERS, self.readers()), answer(ENDINGS, endings)]
    }
}

#[test]
fn the_live_view_agrees_with_its_model() {
    crate::folding::agrees::<Live>();
}

#[test]
fn deleted_news_agree_with_their_model() {
    crate::folding::agrees_after::<Live>(busy(BUSY_HISTORY_LENGTH));
}

#[test]
fn busy_histories_have_more_news_than_are_kept() {
    let fullest = Cell::new(0);
    let measure = |throws: Vec<Throw>| {
        let mut live = Live::default();
        Market::after(&throws).events().iter().for_each(|event| live.note(event));
        fullest.set(fullest.get().max(live.feeds.values().map(Vec::len).max().unwrap_or_default()));
        Ok(())
    };
    seeded(HISTORIES, SEED).run(&busy(BUSY_HISTORY_LENGTH), measure).expect("nothing is asked");
    assert!(
        fullest.get() > 2 * usize::try_from(MAX_ROWS_PER_ACCOUNT).expect("a number of rows"),
        "{}",
        fullest.get()
    );
}
