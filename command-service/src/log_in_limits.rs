//! Limits on log-in attempts and failures (deploy/docs/handbook/limits.md).
//!
//! A stranger may fail 10 times for an account in 15 minutes, counted by account and network address, so that
//! strangers cannot lock the owner out. Guesses from many addresses slow each other down: beyond 10 failures of all
//! strangers for one account, each attempt delays the next one, twice as long every time. A device that was used to
//! log in to the account before is counted separately and never waits for strangers.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use domain::rate_limits::{FIRST_STRANGER_DELAY, LOG_IN_FAILURES, LOG_IN_FAILURES_OF_ADDRESS, LOG_INS};
use uuid::Uuid;

use crate::limiter::Limiter;

#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Fingerprint of the e-mail address.
    pub claim: Uuid,
    /// The caller's network address, if it is known.
    pub address: Option<IpAddr>,
    /// The device, if it is known for this e-mail address.
    pub device: Option<Uuid>,
}

/// The attempts and failures, in the memory of one process.
#[derive(Debug)]
pub struct LogInLimits {
    tries: Limiter<IpAddr>,
    strangers: Limiter<(Uuid, Option<IpAddr>)>,
    accounts: Limiter<Uuid>,
    addresses: Limiter<IpAddr>,
    devices: Limiter<(Uuid, Uuid)>,
}

impl Default for LogInLimits {
    fn default() -> Self {
        Self {
            tries: Limiter::new(LOG_INS),
            strangers: Limiter::new(LOG_IN_FAILURES),
            accounts: Limiter::slowing(LOG_IN_FAILURES, FIRST_STRANGER_DELAY),
            addresses: Limiter::new(LOG_IN_FAILURES_OF_ADDRESS),
            devices: Limiter::new(LOG_IN_FAILURES),
        }
    }
}

impl LogInLimits {
    /// Counts an attempt as a failure until it turns out otherwise.
    ///
    /// # Errors
    /// The time until the next attempt is allowed.
    pub fn admit(&self, attempt: &Attempt, now: DateTime<Utc>) -> Result<(), TimeDelta> {
        let Attempt { claim, address, device } = *attempt;
        if let Some(device) = device {
            return self.devices.admit((claim, device), now);
        }
        if let Some(address) = address {
            self.tries.admit(address, now)?;
        }
        self.strangers.admit((claim, address), now)?;
        let others = self.accounts.admit(claim, now).and_then(|()| {
            let of_address = address.map_or(Ok(()), |address| self.addresses.admit(address, now));
            of_address.inspect_err(|_| self.accounts.take_back(&claim))
        });
        others.inspect_err(|_| self.strangers.take_back(&(claim, address)))
    }

    /// The caller has proved to be the owner, so the earlier failures were the owner's own and are forgotten.
    pub fn succeeded(&self, attempt: &Attempt) {
        let Attempt { claim, address, device } = *attempt;
        if let Some(device) = device {
            self.devices.forget(&(claim, device));
            return;
        }
        self.strangers.forget(&(claim, address));
        self.accounts.forget(&claim);
        if let Some(address) = address {
            self.addresses.take_back(&address);
        }
    }

    /// Uncounts an attempt whose password was not verified.
    pub fn undecided(&self, attempt: &Attempt) {
        let Attempt { claim, address, device } = *attempt;
        if let Some(device) = device {
            self.devices.take_back(&(claim, device));
            return;
        }
        self.strangers.take_back(&(claim, address));
        self.accounts.take_back(&claim);
        if let Some(address) = address {
            self.addresses.take_back(&address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + second, 0).unwrap()
    }

    fn stranger(account: u128, last: u8) -> Attempt {
        let address = Some(IpAddr::from([192, 0, 2, last]));
        Attempt { claim: Uuid::from_u128(account), address, device: None }
    }

    fn admitted(limits: &LogInLimits, attempt: Attempt, tries: usize) -> usize {
        (0..tries).filter(|_| limits.admit(&attempt, second(0)).is_ok()).count()
    }

    #[test]
    fn ten_failures_block_only_their_own_address() {
        let limits = LogInLimits::default();
        assert_eq!(admitted(&limits, stranger(1, 1), 20), 10);
        assert_eq!(limits.admit(&stranger(1, 1), second(0)), Err(LOG_IN_FAILURES.window));
        assert_eq!(limits.admit(&stranger(1, 2), second(1)), Ok(()), "a second after the last failure");
    }

    #[test]
    fn guesses_from_many_addresses_slow_each_other_down() {
        let limits = LogInLimits::default();
        // For an hour, each address tries as soon as it may.
        let mut guesses = 0;
        for at in 0..3_600 {
            for last in 0..100 {
                guesses += usize::from(limits.admit(&stranger(1, last), second(at)).is_ok());
            }
        }
        assert!((40..=100).contains(&guesses), "{guesses} guesses in an hour, where 100 addresses had 4,000");
    }

    #[test]
    fn a_known_device_has_its_own_limit_and_waits_for_no_stranger() {
        let limits = LogInLimits::default();
        for last in 0..100 {
            admitted(&limits, stranger(1, last), 10);
        }
        let known = Attempt { device: Some(Uuid::from_u128(7)), ..stranger(1, 1) };
        assert_eq!(admitted(&limits, known, 20), 10);
        let other = Attempt { device: Some(Uuid::from_u128(8)), ..stranger(1, 1) };
        assert_eq!(limits.admit(&other, second(0)), Ok(()));
        limits.succeeded(&known);
        assert_eq!(limits.admit(&known, second(0)), Ok(()));
    }

    #[test]
    fn an_address_has_a_hundred_failures_for_all_accounts() {
        let limits = LogInLimits::default();
        let failures = (0..200).filter(|account| limits.admit(&stranger(*account, 1), second(0)).is_ok());
        assert_eq!(failures.count(), LOG_IN_FAILURES_OF_ADDRESS.tries);
        limits.undecided(&stranger(0, 1));
        assert_eq!(limits.admit(&stranger(0, 1), second(0)), Ok(()), "one was none");
        assert_eq!(limits.admit(&stranger(0, 2), second(2)), Ok(()));
    }

    #[test]
    fn an_address_has_three_hundred_tries_a_minute_even_if_they_succeed() {
        let limits = LogInLimits::default();
        let tries = (0..400).filter(|account| {
            let attempt = stranger(*account, 1);
            let admitted = limits.admit(&attempt, second(0)).is_ok();
            limits.succeeded(&attempt);
            admitted
        });
        assert_eq!(tries.count(), LOG_INS.tries);
        assert_eq!(limits.admit(&stranger(1, 1), second(60)), Ok(()));
    }
}
