//! Looks at products: collected in memory and counted in batches.
//!
//! A look is acknowledged at once and reads nothing. Every few seconds the looks at each product become one
//! event in its `views-` stream. The collected looks and the memory of recent lookers are bounded: a flood only
//! makes the counts less exact. A process that is killed loses the looks of the last seconds and the memory of
//! recent lookers; one that is stopped writes its looks first.

use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    convert::Infallible,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use domain::product::Product;
use event_store::{Append, AppendError, AppendFailed, ExpectedVersion, Provenance};
use service_kit::Ids;
use shared_events::{
    Actor,
    events::ViewsEvent,
    ids::{AccountId, ProductId},
    personal::SubjectKey,
};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::{
    App,
    application::{Failure, load},
    limiter::Limiter,
};

/// How often looks are written.
const INTERVAL: Duration = Duration::from_secs(5);
/// A second look by the same person within this time is not counted.
const ONCE_WITHIN: TimeDelta = TimeDelta::hours(1);
/// The most looks remembered as recent: about 15 MB. Older ones are dropped early.
const MOST_REMEMBERED: usize = 200_000;
/// The most looks that wait to be written. Further ones are not counted.
const MOST_WAITING: usize = 20_000;
/// The most products written at a time; the others wait for the next time.
const MOST_PRODUCTS: usize = 1_000;
/// How often an append with an unknown outcome is repeated.
const ATTEMPTS: usize = 5;

/// A person who looks at a product.
#[derive(Clone, Copy, Debug)]
pub enum Looker {
    /// A logged-in person.
    Account(AccountId),
    /// A visitor, identified only by network address, because a visitor can claim to be any browser. `None` if
    /// the address is unknown.
    Visitor(Option<IpAddr>),
}

/// Looks at products that are not written yet. Cheap to clone.
#[derive(Clone)]
pub struct Looks(Arc<Inner>);

struct Inner {
    /// Makes fingerprints, so that no network address is kept in memory as it is.
    key: SubjectKey,
    /// At most 120 looks a minute from one network address. Further ones are not counted.
    floods: Limiter<IpAddr>,
    gathered: Mutex<Gathered>,
}

#[derive(Default)]
struct Gathered {
    seen: HashSet<u128>,
    /// The same looks, in order of time.
    times: VecDeque<(DateTime<Utc>, u128)>,
    waiting: Vec<(ProductId, Option<AccountId>)>,
}

impl Gathered {
    /// Whether this is the first such look within [`ONCE_WITHIN`]; if so, it is remembered.
    fn is_new(&mut self, look: u128, now: DateTime<Utc>) -> bool {
        let too_old = |at: &DateTime<Utc>, left: usize| *at + ONCE_WITHIN <= now || left >= MOST_REMEMBERED;
        while self.times.front().is_some_and(|(at, _)| too_old(at, self.times.len())) {
            if let Some((_, old)) = self.times.pop_front() {
                self.seen.remove(&old);
            }
        }
        let new = self.seen.insert(look);
        if new {
            self.times.push_back((now, look));
        }
        new
    }
}

impl Looks {
    /// Without any looks.
    pub fn new(ids: &dyn Ids) -> Self {
        let floods = Limiter::new(120, TimeDelta::minutes(1));
        Self(Arc::new(Inner { key: SubjectKey(ids.bytes()), floods, gathered: Mutex::default() }))
    }

    /// Notes a look at a product, which need not exist.
    pub fn note(&self, product: ProductId, looker: Looker, address: Option<IpAddr>, now: DateTime<Utc>) {
        if address.is_some_and(|address| self.0.floods.admit(address, now).is_err()) {
            return;
        }
        let (who, account) = match looker {
            Looker::Account(account) => (account.to_string(), Some(account)),
            Looker::Visitor(address) => (format!("{address:?}"), None),
        };
        let print = self.0.key.fingerprint(format!("{product} {who}").as_bytes());
        let (print, _) = print.split_first_chunk::<16>().expect("a fingerprint has 32 bytes");
        let mut gathered = self.gathered();
        if gathered.waiting.len() < MOST_WAITING && gathered.is_new(u128::from_be_bytes(*print), now) {
            gathered.waiting.push((product, account));
        }
    }

    /// Writes every few seconds until stopped, and then once more.
    pub async fn run(self, app: App, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            self.write(&app).await;
        }
        self.write(&app).await;
    }

    /// Writes the waiting looks at products that are public. Looks that cannot be written now keep waiting.
    pub async fn write(&self, app: &App) {
        let mut products: BTreeMap<ProductId, Vec<Option<AccountId>>> = BTreeMap::new();
        let mut later = Vec::new();
        for (product, account) in std::mem::take(&mut self.gathered().waiting) {
            if products.len() < MOST_PRODUCTS || products.contains_key(&product) {
                products.entry(product).or_default().push(account);
            } else {
                later.push((product, account));
            }
        }
        let provenance = app.command_by(Actor::system("product views"));
        for (product, accounts) in products {
            match count(app, &provenance, product, &accounts).await {
                Ok(()) => {}
                Err(Failure::Unavailable(cause)) => {
                    tracing::warn!(%cause, %product, "cannot count looks at a product now; trying again");
                    later.extend(accounts.into_iter().map(|account| (product, account)));
                }
                Err(failure) => tracing::error!(%failure, %product, "looks at a product are lost"),
            }
        }
        let mut gathered = self.gathered();
        later.append(&mut gathered.waiting);
        later.truncate(MOST_WAITING);
        gathered.waiting = later;
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.0.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts the lookers, without the product's merchant.
async fn count(
    app: &App,
    provenance: &Provenance,
    product_id: ProductId,
    lookers: &[Option<AccountId>],
) -> Result<(), Failure<Infallible>> {
    let product = load::<Product, _>(&app.log, product_id.uuid()).await?.state;
    let Some(listing) = product.listing.filter(|listing| listing.on_sale().is_some()) else { return Ok(()) };
    let others = lookers.iter().filter(|looker| **looker != Some(listing.merchant_id)).count();
    let Some(visitors) = u32::try_from(others).ok().filter(|visitors| *visitors > 0) else { return Ok(()) };
    let events = vec![ViewsEvent::ProductViewed { product_id, visitors }];
    let append = Append { id: product_id.uuid(), expected: ExpectedVersion::Any, events };
    for _ in 1..ATTEMPTS {
        match app.log.append(provenance, append.clone()).await {
            // Appending the same ids again reveals the true outcome.
            Err(AppendFailed::Store(AppendError::OutcomeUnknown(_))) => {}
            outcome => return outcome.map(drop).map_err(|error| Failure::Unavailable(error.to_string())),
        }
    }
    // The event may have been written: better to count too few than to count twice.
    tracing::warn!(%product_id, "the outcome of an append is unknown; looks at a product may be missing");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks() -> Looks {
        let ids: Arc<dyn Ids> = Arc::new(service_kit::SeededIds::new(1));
        Looks::new(ids.as_ref())
    }

    fn product(number: u128) -> ProductId {
        ProductId::new(uuid::Uuid::from_u128(number))
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000, 0).unwrap()
    }

    fn waiting(looks: &Looks) -> usize {
        looks.gathered().waiting.len()
    }

    #[test]
    fn a_visitor_counts_once_an_hour_for_each_product() {
        let looks = looks();
        let visitor = |last| Looker::Visitor(Some(IpAddr::from([192, 0, 2, last])));
        for (looker, number, minutes, expected) in [
            (visitor(1), 1, 0, 1),
            (visitor(1), 1, 59, 1),
            (visitor(2), 1, 59, 2),
            (visitor(1), 2, 59, 3),
            (visitor(1), 1, 60, 4),
            (Looker::Account(AccountId::new(uuid::Uuid::from_u128(1))), 1, 60, 5),
            (Looker::Account(AccountId::new(uuid::Uuid::from_u128(1))), 1, 61, 5),
        ] {
            looks.note(product(number), looker, None, now() + TimeDelta::minutes(minutes));
            assert_eq!(waiting(&looks), expected, "{looker:?} {number} {minutes}");
        }
    }

    #[test]
    fn looks_a_minute_from_one_address_are_limited() {
        let looks = looks();
        let address: IpAddr = "192.0.2.7".parse().unwrap();
        for number in 0..500 {
            looks.note(product(number), Looker::Visitor(Some(address)), Some(address), now());
        }
        assert_eq!(waiting(&looks), 120);
    }

    #[test]
    fn memory_is_bounded_under_a_flood() {
        let looks = looks();
        let mut gathered = looks.gathered();
        for number in 0..MOST_REMEMBERED as u128 + 10 {
            assert!(gathered.is_new(number, now()));
        }
        assert_eq!((gathered.seen.len(), gathered.times.len()), (MOST_REMEMBERED, MOST_REMEMBERED));
        drop(gathered);
        for number in 0..MOST_WAITING as u128 + 10 {
            looks.note(product(number), Looker::Visitor(None), None, now());
        }
        assert_eq!(waiting(&looks), MOST_WAITING);
    }
}
