//! Open holds of accounts without a paid order, by network address (deploy/OPERATING.md, "Limits"). Kept in the memory of
//! one process: several processes allow as many times more, and a restart forgets holds of which the last ends a quarter of
//! an hour later.

use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::ids::{AccountId, CheckoutId};

/// Expired holds are looked for when there are more than this.
const SWEEP_ABOVE: usize = 1_024;

/// An account has one open hold at most.
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

/// Which accounts hold goods, from where.
#[derive(Debug)]
pub struct OpenHolds {
    /// The most of one address. 0: any number.
    pub most: usize,
    holds: Mutex<Holds>,
}

impl Default for OpenHolds {
    fn default() -> Self {
        Self::new(20)
    }
}

impl OpenHolds {
    /// So many of one network address; 0: any number.
    pub fn new(most: usize) -> Self {
        Self { most, holds: Mutex::default() }
    }

    /// An account opens a checkout, which replaces its former one.
    ///
    /// # Errors
    /// When the address has as many holds as it may: the time until the first of them ends.
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

    /// The checkout is over: paid, or closed.
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

    /// Keeps the memory in proportion to the holds that are open.
    fn sweep(&mut self, now: DateTime<Utc>) {
        if self.by_account.len() <= self.sweep_above.max(SWEEP_ABOVE) {
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
    fn an_address_has_so_many_open_holds_and_no_more() {
        let holds = OpenHolds::new(2);
        assert_eq!([open(&holds, 1, 1, 0), open(&holds, 1, 2, 5)], [Ok(()), Ok(())]);
        assert_eq!(open(&holds, 1, 3, 6), Err(9), "until the first one ends");
        assert_eq!(open(&holds, 2, 3, 6), Ok(()), "another address");
        assert_eq!(open(&holds, 1, 4, 15), Ok(()), "the first one is over");
    }

    #[test]
    fn a_renewed_hold_counts_once_and_one_that_is_over_does_not_count() {
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
    fn holds_that_are_over_do_not_pile_up() {
        let holds = OpenHolds::new(20);
        for number in 0..3_000 {
            assert_eq!(open(&holds, 1, number, i64::try_from(number).unwrap()), Ok(()));
        }
        let left = holds.holds();
        assert!(left.by_account.len() <= SWEEP_ABOVE + 1 && left.by_address.len() == 1);
    }

    #[test]
    fn no_limit_is_no_limit() {
        let holds = OpenHolds::new(0);
        assert!((0..1_000).all(|account| open(&holds, 1, account, 0).is_ok()));
        assert!(holds.holds().by_account.is_empty());
    }
}
