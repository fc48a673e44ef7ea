//! Looks at products, collected in memory.

use std::{
    collections::{HashSet, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, Utc};
use domain::{product::COUNT_ONCE_WITHIN, rate_limits::LOOKS};
use service_kit::Ids;
use shared_events::{
    ids::{AccountId, ProductId},
    personal::SubjectKey,
};

use crate::limiter::Limiter;

/// The most looks remembered as recent: about 15 MB. Older ones are dropped early.
const MAX_REMEMBERED_LOOKS: usize = 200_000;
/// The most looks that wait to be written. Further ones are not counted.
const MAX_WAITING_LOOKS: usize = 20_000;

/// A person who looks at a product.
#[derive(Clone, Copy, Debug)]
pub enum Looker {
    /// A logged-in person.
    Account(AccountId),
    /// A visitor, identified only by network address, because a visitor can claim to be any browser. `None` if
    /// the address is unknown.
    Visitor(Option<IpAddr>),
}

/// A look that waits to be written: the product, and the account of the person if logged in.
pub(super) type Look = (ProductId, Option<AccountId>);

/// Looks at products that are not written yet. Cheap to clone.
#[derive(Clone)]
pub struct Looks(Arc<Inner>);

struct Inner {
    /// Makes fingerprints, so that no network address is kept in memory as it is.
    key: SubjectKey,
    floods: Limiter<IpAddr>,
    gathered: Mutex<Gathered>,
}

#[derive(Default)]
struct Gathered {
    seen: HashSet<u128>,
    /// The same looks, in order of time.
    times: VecDeque<(DateTime<Utc>, u128)>,
    waiting: Vec<Look>,
}

impl Gathered {
    /// Whether this is the first such look within [`COUNT_ONCE_WITHIN`]; if so, it is remembered.
    fn is_new(&mut self, look: u128, now: DateTime<Utc>) -> bool {
        let too_old =
            |at: &DateTime<Utc>, left: usize| *at + COUNT_ONCE_WITHIN <= now || left >= MAX_REMEMBERED_LOOKS;
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
    /// Creates an empty collection of looks.
    pub fn new(ids: &dyn Ids) -> Self {
        let floods = Limiter::new(LOOKS);
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
        if gathered.waiting.len() < MAX_WAITING_LOOKS && gathered.is_new(u128::from_be_bytes(*print), now) {
            gathered.waiting.push((product, account));
        }
    }

    /// Takes all looks that wait to be written.
    pub(super) fn take(&self) -> Vec<Look> {
        std::mem::take(&mut self.gathered().waiting)
    }

    /// Puts back looks that could not be written, before those that came meanwhile. What is more than
    /// [`MAX_WAITING_LOOKS`] is dropped.
    pub(super) fn put_back(&self, mut looks: Vec<Look>) {
        let mut gathered = self.gathered();
        looks.append(&mut gathered.waiting);
        looks.truncate(MAX_WAITING_LOOKS);
        gathered.waiting = looks;
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.0.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

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
        for number in 0..MAX_REMEMBERED_LOOKS as u128 + 10 {
            assert!(gathered.is_new(number, now()));
        }
        assert_eq!((gathered.seen.len(), gathered.times.len()), (MAX_REMEMBERED_LOOKS, MAX_REMEMBERED_LOOKS));
        drop(gathered);
        for number in 0..MAX_WAITING_LOOKS as u128 + 10 {
            looks.note(product(number), Looker::Visitor(None), None, now());
        }
        assert_eq!(waiting(&looks), MAX_WAITING_LOOKS);
    }
}
