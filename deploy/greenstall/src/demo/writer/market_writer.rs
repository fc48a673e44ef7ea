//! The context in which the market is written: it gives each item its own clock and randomness.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use command_service::{
    App,
    passwords::{HashingCost, Passwords},
};
use event_store::Provenance;
use service_kit::{Ids, ManualClock, SeededIds};
use shared_events::{
    Actor, Role,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use super::super::market::{self, Market};

/// The age of the admin's account: older than the first merchant.
const OPEN_FOR: TimeDelta = TimeDelta::days(425);

pub(super) const ADMIN: &str = "admin";

/// The context that all items share.
pub(super) struct MarketWriter<'a> {
    app: &'a App,
    pub(super) market: &'a Market,
    passwords: Passwords,
    /// The market's "now".
    pub(super) now: DateTime<Utc>,
}

impl<'a> MarketWriter<'a> {
    pub(super) fn new(app: &'a App, market: &'a Market, cost: HashingCost, now: DateTime<Utc>) -> Self {
        let ids = Arc::new(SeededIds::new(market::derived_seed(market.seed, "passwords")));
        Self { app, market, passwords: Passwords::with_one_hash_each(cost, ids), now }
    }

    /// The same writer for a market that an earlier filling has begun, with the time at which the admin's account was
    /// opened.
    pub(super) fn continuing(self, opened: DateTime<Utc>) -> Self {
        Self { now: opened + OPEN_FOR, ..self }
    }

    pub(super) fn opened_at(&self) -> DateTime<Utc> {
        self.now - OPEN_FOR
    }

    /// The time this long before the market's "now".
    pub(super) fn ago(&self, days: u32, minutes: usize) -> DateTime<Utc> {
        let minutes = i64::try_from(minutes).expect("a year has fewer minutes");
        self.now - TimeDelta::days(days.into()) - TimeDelta::minutes(minutes)
    }

    /// The id generator of an item. It begins anew at each call, so that an item's ids can be repeated.
    pub(super) fn ids(&self, item: &str) -> Arc<dyn Ids> {
        Arc::new(SeededIds::new(market::derived_seed(self.market.seed, item)))
    }

    /// The app with the clock and the id generator of this item.
    pub(super) fn at(&self, item: &str, moment: DateTime<Utc>) -> App {
        let ids = self.ids(item);
        App {
            clock: Arc::new(ManualClock::at(moment)),
            passwords: self.passwords.clone(),
            ids,
            ..self.app.clone()
        }
    }

    /// The id of this item's first command.
    pub(super) fn command(&self, item: &str) -> Uuid {
        self.ids(item).uuid()
    }

    /// The provenance of the item's first command.
    pub(super) fn by(&self, actor: Actor, item: &str, moment: DateTime<Utc>) -> Provenance {
        Provenance::of_command(self.command(item), actor, moment)
    }

    pub(super) fn admin_command(&self) -> Uuid {
        self.command(ADMIN)
    }

    pub(super) fn admin(&self) -> AccountId {
        AccountId::derived(self.admin_command(), "account")
    }

    pub(super) fn merchant(&self, index: usize) -> AccountId {
        AccountId::derived(self.command(&merchant(index)), "account")
    }

    pub(super) fn customer(&self, index: usize) -> AccountId {
        AccountId::derived(self.command(&customer(index)), "account")
    }

    pub(super) fn product(&self, merchant: usize, index: usize) -> ProductId {
        ProductId::derived(self.command(&product(merchant, index)), "product")
    }

    pub(super) fn as_admin(&self) -> Actor {
        Actor::Account { id: self.admin(), role: Role::Admin }
    }

    pub(super) fn as_merchant(&self, index: usize) -> Actor {
        Actor::Account { id: self.merchant(index), role: Role::Merchant }
    }

    pub(super) fn as_customer(&self, index: usize) -> Actor {
        Actor::Account { id: self.customer(index), role: Role::Customer }
    }
}

pub(super) fn merchant(index: usize) -> String {
    format!("merchant {index}")
}

pub(super) fn customer(index: usize) -> String {
    format!("customer {index}")
}

pub(super) fn product(merchant: usize, index: usize) -> String {
    format!("product {index} of merchant {merchant}")
}
