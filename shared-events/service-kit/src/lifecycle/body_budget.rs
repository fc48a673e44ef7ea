//! Bounds the memory that the bodies of requests take, for the whole process and for each client address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    network::household,
    problem::{Code, Problem},
};

/// The first bytes of each body are free: ordinary requests are smaller, and go on when others have used the budget up.
pub(super) const FREE_BYTES: usize = 16 * 1024;
/// How many addresses can use their full share at a time.
const FULL_SHARES: usize = 4;
/// When a refused request may be sent again, in seconds.
const RETRY_AFTER: u64 = 5;

/// The bytes of bodies that requests may hold in memory at a time. Cheap to clone; clones share the budget.
#[derive(Clone, Debug)]
pub struct BodyBudget {
    limit: usize,
    used: Arc<Mutex<Used>>,
}

#[derive(Debug, Default)]
struct Used {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Why a body gets no more memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UsedUp {
    ByAddress,
    ByAll,
}

impl UsedUp {
    pub(super) fn problem(self) -> Problem {
        let (code, text) = match self {
            Self::ByAddress => {
                (Code::TooMany, "Too much is being sent from your network. Please try again in a moment.")
            }
            Self::ByAll => (Code::Unavailable, "Too much is being sent. Please try again in a moment."),
        };
        Problem::new(code, text).retry_after(RETRY_AFTER)
    }
}

impl BodyBudget {
    /// A budget of this many bytes, of which one address may use a quarter.
    pub fn new(bytes: usize) -> Self {
        Self { limit: bytes, used: Arc::default() }
    }

    /// The share of a request from this address.
    pub(super) fn share(&self, address: Option<IpAddr>) -> Share {
        Share {
            budget: self.clone(),
            address: address.map(household),
            held: Mutex::new(Held { free: FREE_BYTES, counted: 0 }),
        }
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a request uses of the budget, until it is answered. Dropping it gives the bytes back.
#[derive(Debug)]
pub(super) struct Share {
    budget: BodyBudget,
    address: Option<IpAddr>,
    held: Mutex<Held>,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    free: usize,
    counted: usize,
}

impl Share {
    /// Counts bytes that have arrived.
    pub(super) fn take(&self, bytes: usize) -> Result<(), UsedUp> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let free = bytes.min(held.free);
        held.free -= free;
        let bytes = bytes - free;
        if bytes == 0 {
            return Ok(());
        }
        let mut used = self.budget.used();
        let within = |used: usize, limit| used.checked_add(bytes).filter(|sum| *sum <= limit);
        let total = within(used.total, self.budget.limit).ok_or(UsedUp::ByAll)?;
        if let Some(address) = self.address {
            let of_address = used.by_address.get(&address).copied().unwrap_or_default();
            let sum = within(of_address, self.budget.limit / FULL_SHARES).ok_or(UsedUp::ByAddress)?;
            used.by_address.insert(address, sum);
        }
        used.total = total;
        held.counted += bytes;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let counted = self.held.get_mut().unwrap_or_else(PoisonError::into_inner).counted;
        if counted == 0 {
            return;
        }
        let mut used = self.budget.used();
        used.total -= counted;
        let Some(address) = self.address else { return };
        let left = used.by_address.get(&address).copied().unwrap_or_default() - counted;
        if left == 0 {
            used.by_address.remove(&address);
        } else {
            used.by_address.insert(address, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KB: usize = 1024;

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn an_address_has_a_quarter_and_gets_it_back() {
        let budget = BodyBudget::new(400 * KB);
        let one = budget.share(address(1));
        assert_eq!(one.take(FREE_BYTES + 60 * KB), Ok(()));
        let two = budget.share(address(1));
        assert_eq!(two.take(FREE_BYTES + 41 * KB), Err(UsedUp::ByAddress));
        assert_eq!(budget.share(address(2)).take(FREE_BYTES + 100 * KB), Ok(()));
        drop(one);
        let three = budget.share(address(1));
        assert_eq!(three.take(FREE_BYTES + 100 * KB), Ok(()));
        drop((two, three));
        assert!(budget.used().total == 0 && budget.used().by_address.is_empty());
    }

    #[test]
    fn all_addresses_together_have_the_budget_and_small_bodies_are_free() {
        let budget = BodyBudget::new(400 * KB);
        let shares: Vec<Share> = (0..4).map(|last| budget.share(address(last))).collect();
        for share in &shares {
            assert_eq!(share.take(FREE_BYTES + 100 * KB), Ok(()));
        }
        assert_eq!(budget.share(address(9)).take(FREE_BYTES + 1), Err(UsedUp::ByAll));
        assert_eq!(budget.share(address(9)).take(FREE_BYTES), Ok(()));
    }
}
