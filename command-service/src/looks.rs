//! Who looked at which product: gathered in memory, counted in batches.
//!
//! A look is acknowledged at once and costs its caller no read. Every few seconds the looks of each product become one
//! event in its `views-` stream. What is gathered has an end, and so has the memory of who has looked within the hour: a
//! flood makes counts less exact and nothing else. A process that is killed forgets the looks of the last seconds, and who
//! has looked within the hour; one that is told to stop writes what it has.

use std::{
    collections::{BTreeMap, HashSet, VecDeque},
    convert::Infallible,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
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
    domain::product::Product,
    limiter::Limiter,
};

/// How often looks are written.
const INTERVAL: Duration = Duration::from_secs(5);
/// How long somebody who looks again is not counted again.
const ONCE_WITHIN: TimeDelta = TimeDelta::hours(1);
/// How many looks are remembered: about 15 MB. Older ones are forgotten early.
const MOST_REMEMBERED: usize = 200_000;
/// How many looks wait to be written. More are not counted.
const MOST_WAITING: usize = 20_000;
/// How many products are written at a time; the others wait for the next.
const MOST_PRODUCTS: usize = 1_000;
/// How often an append is repeated of which it is not known whether it was written.
const ATTEMPTS: usize = 5;

/// Somebody who looks.
#[derive(Clone, Copy, Debug)]
pub enum Looker {
    /// Somebody who is logged in.
    Account(AccountId),
    /// Somebody else, told apart by network address alone: a visitor can claim to be any browser. None: not known.
    Visitor(Option<IpAddr>),
}

/// Looks at products that are not written yet. Cheap to clone.
#[derive(Clone)]
pub struct Looks(Arc<Inner>);

struct Inner {
    /// Nobody's address is remembered as it is.
    key: SubjectKey,
    /// 120 looks a minute from one network address. More are not counted.
    floods: Limiter<IpAddr>,
    gathered: Mutex<Gathered>,
}

#[derive(Default)]
struct Gathered {
    seen: HashSet<u128>,
    /// The same in order of time.
    times: VecDeque<(DateTime<Utc>, u128)>,
    waiting: Vec<(ProductId, Option<AccountId>)>,
}

impl Gathered {
    /// Whether this is the first look within the time; it is remembered then.
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
    /// Nothing yet.
    pub fn new(ids: &dyn Ids) -> Self {
        let floods = Limiter::new(120, TimeDelta::minutes(1));
        Self(Arc::new(Inner { key: SubjectKey(ids.bytes()), floods, gathered: Mutex::default() }))
    }

    /// Somebody looked at what may be a product.
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

    /// Writes every few seconds until told to stop, and once more then.
    pub async fn run(self, app: App, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            self.write(&app).await;
        }
        self.write(&app).await;
    }

    /// Writes what waits, as far as it is of products that the public can see. What cannot be written now waits on.
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
                    tracing::warn!(%cause, %product, "looks at a product are not counted yet");
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

/// Counts those who are not the product's merchant.
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
            // The same ids are sent again, which tells what is true.
            Err(AppendFailed::Store(AppendError::OutcomeUnknown(_))) => {}
            outcome => return outcome.map(drop).map_err(|error| Failure::Unavailable(error.to_string())),
        }
    }
    // It may have been written: rather not counted than counted twice.
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
    fn one_address_counts_so_often_a_minute() {
        let looks = looks();
        let address: IpAddr = "192.0.2.7".parse().unwrap();
        for number in 0..500 {
            looks.note(product(number), Looker::Visitor(Some(address)), Some(address), now());
        }
        assert_eq!(waiting(&looks), 120);
    }

    #[test]
    fn a_flood_costs_so_much_memory_and_no_more() {
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
