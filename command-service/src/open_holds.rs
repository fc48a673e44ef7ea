//! Open holds of accounts without a delivered order, by network address (deploy/docs/handbook/limits.md). They are in the
//! memory of one process: several processes together allow a multiple of them, and a restart forgets all holds, which
//! would have expired within fifteen minutes.

use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::ids::{AccountId, CheckoutId};

/// Expired holds are removed when there are more holds than this.
const SWEEP_ABOVE_ENTRIES: usize = 1_024;

/// An account has at most one open hold.
#[derive(Debug)]
struct Hold {
    checkout: CheckoutId,
    address: IpAddr,
    until: DateTime<Utc>,
}

#[derive(Debug, Default)]
struct Holds {
    by_account: HashMap<AccountId, Hold>,
    by_address: HashMap<IpAddr, HashSet<AccountId>>,
    sweep_above: usize,
}

/// The open holds, with the accounts and addresses that they belong to.
#[derive(Debug)]
pub struct OpenHolds {
    /// The most open holds of one address; 0 means no limit.
    pub most: usize,
    holds: Mutex<Holds>,
}

impl Default for OpenHolds {
    fn default() -> Self {
        Self::new(20)
    }
}

impl OpenHolds {
    /// Allows this number of holds per network address; 0 means no limit.
    pub fn new(most: usize) -> Self {
        Self { most, holds: Mutex::default() }
    }

    /// Counts the checkout that an account opens, which replaces its former one.
    ///
    /// # Errors
    /// The address has reached the limit: the time until the first of its holds expires.
    pub fn open(
        &self,
        address: IpAddr,
        account: AccountId,
        checkout: CheckoutId,
        until: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<(), TimeDelta> {
        if self.most == 0 {
            return Ok(());
        }
        let mut holds = self.holds();
        holds.sweep(now);
        let others: Vec<AccountId> = holds
            .by_address
            .get(&address)
            .into_iter()
            .flatten()
            .filter(|other| **other != account)
            .copied()
            .collect();
        let live =
            others.iter().filter_map(|other| holds.by_account.get(other)).filter(|hold| hold.until > now);
        let ends: Vec<DateTime<Utc>> = live.map(|hold| hold.until).collect();
        if ends.len() >= self.most
            && let Some(first) = ends.iter().min()
        {
            return Err(*first - now);
        }
        holds.remove(account);
        holds.by_account.insert(account, Hold { checkout, address, until });
        holds.by_address.entry(address).or_default().insert(account);
        Ok(())
    }

    /// Removes the hold of a checkout that was paid or closed.
    pub fn end(&self, account: AccountId, checkout: CheckoutId) {
        let mut holds = self.holds();
        if holds.by_account.get(&account).is_some_and(|hold| hold.checkout == checkout) {
            holds.remove(account);
        }
    }

    fn holds(&self) -> MutexGuard<'_, Holds> {
        self.holds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Holds {
    fn remove(&mut self, account: AccountId) {
        let Some(hold) = self.by_account.remove(&account) else { return };
        if let Some(accounts) = self.by_address.get_mut(&hold.address) {
            accounts.remove(&account);
            if accounts.is_empty() {
                self.by_address.remove(&hold.address);
            }
        }
    }

    /// Bounds the memory to about the number of open holds.
    fn sweep(&mut self, now: DateTime<Utc>) {
        if self.by_account.len() <= self.sweep_above.max(SWEEP_ABOVE_ENTRIES) {
            return;
        }
        let over: Vec<AccountId> = self
            .by_account
            .iter()
            .filter(|(_, hold)| hold.until <= now)
            .map(|(account, _)| *account)
            .collect();
        for account in over {
            self.remove(account);
        }
        self.sweep_above = self.by_account.len() * 2;
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn minute(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + minute * 60, 0).unwrap()
    }

    fn open(holds: &OpenHolds, last: u8, account: u128, now: i64) -> Result<(), i64> {
        let (account, checkout) =
            (AccountId::new(Uuid::from_u128(account)), CheckoutId::new(Uuid::from_u128(account)));
        let opened = holds.open([192, 0, 2, last].into(), account, checkout, minute(now + 15), minute(now));
        opened.map_err(|wait| wait.num_minutes())
    }

    fn end(holds: &OpenHolds, account: u128, checkout: u128) {
        holds.end(AccountId::new(Uuid::from_u128(account)), CheckoutId::new(Uuid::from_u128(checkout)));
    }

    #[test]
    fn open_holds_of_an_address_are_limited() {
        let holds = OpenHolds::new(2);
        assert_eq!([open(&holds, 1, 1, 0), open(&holds, 1, 2, 5)], [Ok(()), Ok(())]);
        assert_eq!(open(&holds, 1, 3, 6), Err(9), "until the first one ends");
        assert_eq!(open(&holds, 2, 3, 6), Ok(()), "another address");
        assert_eq!(open(&holds, 1, 4, 15), Ok(()), "the first one is over");
    }

    #[test]
    fn a_renewed_hold_counts_once_and_an_expired_one_not_at_all() {
        let holds = OpenHolds::new(2);
        for _ in 0..5 {
            assert_eq!(open(&holds, 1, 1, 0), Ok(()));
        }
        assert_eq!([open(&holds, 1, 2, 0), open(&holds, 1, 3, 0)], [Ok(()), Err(15)]);
        end(&holds, 1, 7);
        assert_eq!(open(&holds, 1, 3, 0), Err(15), "another checkout has ended");
        end(&holds, 1, 1);
        assert_eq!(open(&holds, 1, 3, 0), Ok(()));
    }

    #[test]
    fn a_hold_moves_with_its_account() {
        let holds = OpenHolds::new(1);
        assert_eq!([open(&holds, 1, 1, 0), open(&holds, 2, 1, 0)], [Ok(()), Ok(())]);
        assert_eq!([open(&holds, 1, 2, 0), open(&holds, 2, 3, 0)], [Ok(()), Err(15)]);
    }

    #[test]
    fn expired_holds_are_removed() {
        let holds = OpenHolds::new(20);
        for number in 0..3_000 {
            assert_eq!(open(&holds, 1, number, i64::try_from(number).unwrap()), Ok(()));
        }
        let left = holds.holds();
        assert!(left.by_account.len() <= SWEEP_ABOVE_ENTRIES + 1 && left.by_address.len() == 1);
    }

    #[test]
    fn zero_means_no_limit() {
        let holds = OpenHolds::new(0);
        assert!((0..1_000).all(|account| open(&holds, 1, account, 0).is_ok()));
        assert!(holds.holds().by_account.is_empty());
    }
}
