//! Generates legal histories of a whole market from a list of throws. Each throw tries one action, and changes nothing
//! where the rules forbid it. So every sublist is a legal history, too, and a failing one can be shrunk.

mod goods;
mod letters;
mod messages_out;
mod operations;
mod orders;
mod payments;
mod people;
mod refunds;

use std::{collections::BTreeSet, ops::Range};

use histories::{History, at};
use proptest::prelude::*;
use shared_events::{
    Actor, Event, Personal, RawEvent, Recorded, Role,
    ids::{AccountId, ProductId},
    notification::NotificationId,
};
use uuid::Uuid;

use self::{
    goods::Good,
    letters::Talk,
    messages_out::{Hook, Sending},
    orders::Purchase,
    payments::Payment,
    people::Person,
};

/// The kind of the action, its actor or target, and its variant.
pub(crate) type Throw = (u8, u8, u8);

/// The kind of action that writes a message.
const WRITE_LETTER: u8 = 36;

/// After this many throws, a market has enough people and products for messages.
const THROWS_BEFORE_MESSAGES: usize = 300;

/// Generates lists of throws.
pub(crate) fn throws(length: Range<usize>) -> impl Strategy<Value = Vec<Throw>> {
    prop::collection::vec(any::<Throw>(), length)
}

/// As [`throws`], but after the usual beginning most throws are messages, so that people get more news than are kept.
pub(crate) fn busy(length: Range<usize>) -> impl Strategy<Value = Vec<Throw>> {
    throws(length).prop_map(|mut all| {
        let often = all.iter_mut().skip(THROWS_BEFORE_MESSAGES).filter(|(what, ..)| !what.is_multiple_of(8));
        often.for_each(|(what, ..)| *what = WRITE_LETTER);
        all
    })
}

/// The state that decides which actions are legal next.
#[derive(Default)]
pub(crate) struct Market {
    history: History,
    people: Vec<Person>,
    erased: BTreeSet<Uuid>,
    goods: Vec<Good>,
    payments: Vec<Payment>,
    purchases: Vec<Purchase>,
    talks: Vec<Talk>,
    hooks: Vec<Hook>,
    sendings: Vec<Sending>,
    /// The notifications, each with its recipient.
    notified: Vec<(AccountId, NotificationId)>,
}

impl Market {
    /// The market after these throws.
    pub(crate) fn after(throws: &[Throw]) -> Self {
        let mut market = Self::default();
        for throw in throws {
            market.perform(*throw);
        }
        market
    }

    /// All events, as a reader gets them before any erasure.
    pub(crate) fn events(&self) -> &[Recorded<RawEvent>] {
        self.history.events()
    }

    /// The erased people.
    pub(crate) const fn erased(&self) -> &BTreeSet<Uuid> {
        &self.erased
    }

    fn perform(&mut self, (what, who, how): Throw) {
        match what % 44 {
            0..=2 => self.sign_up(how),
            3 | 4 => self.judge_merchant(who, how),
            5 | 6 => self.change_person(who, how),
            7 | 8 => self.change_addresses(who, how),
            9 => self.shut_out_or_let_in(who, how),
            10 if how < 48 => self.erase(who),
            10 | 11 => self.log_in(who, how),
            12 => self.end_sessions(who, how),
            13 | 14 => self.list(who, how),
            15 | 16 => self.judge_product(who, how),
            17 | 18 => self.revise(who, how),
            19 => self.certify(who, how),
            20 => self.switch(who, how),
            21 | 22 => self.count(who, how),
            23 => self.look(who, how),
            24 | 25 => self.start_checkout(who, how),
            26 | 27 => self.settle_checkout(who, how),
            28..=31 => self.move_order(who, how),
            32 | 40 => self.refund(who, how),
            33 => self.dispute(who, how),
            34 | 35 => self.review(who, how),
            WRITE_LETTER => self.write_letter(who, how),
            37 => self.read_letters(who, how),
            38 => self.read_notifications(who, how),
            41 => self.operate(who, how),
            42 | 43 => self.use_webhook_of(who, how),
            _ => self.like(who, how),
        }
    }

    /// Adds an event of this actor. Returns the id of its notification.
    fn add<E: Event>(&mut self, id: Uuid, actor: Actor, event: &E) -> NotificationId {
        let recorded = self.history.record(id, actor, event);
        NotificationId { stream: recorded.stream.clone(), version: recorded.version }
    }

    /// Adds an event of a process manager.
    fn system<E: Event>(&mut self, id: Uuid, event: &E) -> NotificationId {
        self.add(id, Actor::system("test"), event)
    }

    /// A number that no id has used yet.
    fn fresh(&self) -> u128 {
        self.history.events().len() as u128 + 1
    }

    /// Seals the value, or returns an erased one if the person was erased.
    fn personal<T>(&self, who: AccountId, value: T) -> Personal<T> {
        if self.erased.contains(&who.uuid()) {
            Personal::erased(who.uuid())
        } else {
            Personal::new(who.uuid(), value)
        }
    }
}

/// Picks one of these indices, if there is any.
fn pick(among: &[usize], which: u8) -> Option<usize> {
    (!among.is_empty()).then(|| among[usize::from(which) % among.len()])
}

/// The indices of the items that match.
fn places<T>(all: &[T], fits: impl Fn(&T) -> bool) -> Vec<usize> {
    all.iter().enumerate().filter(|(_, one)| fits(one)).map(|(place, _)| place).collect()
}

fn account_id(number: u128) -> AccountId {
    AccountId::new(Uuid::from_u128(0xA_0000 + number))
}

fn product_id(number: u128) -> ProductId {
    ProductId::new(Uuid::from_u128(0xB_0000 + number))
}

fn acting(id: AccountId, role: Role) -> Actor {
    Actor::Account { id, role }
}

/// An admin whose account is older than the history.
fn admin() -> Actor {
    acting(account_id(0xAD), Role::Admin)
}
