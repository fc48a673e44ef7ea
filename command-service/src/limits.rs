//! The rate limits of the command service, per process.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::ids::AccountId;
use uuid::Uuid;

use crate::{limiter::Limiter, log_in_limits::LogInLimits, open_holds::OpenHolds};

/// Rate limits, per process.
#[derive(Debug)]
pub struct Limits {
    /// Attempts and failures to log in.
    pub log_ins: LogInLimits,
    /// Sign-ups, by the caller's network address: 100 a minute.
    pub sign_ups: Limiter<IpAddr>,
    /// Failures to confirm one's own password, by account: 10 in 15 minutes.
    pub passwords: Limiter<AccountId>,
    /// Attempts to change the e-mail address, by account: 10 an hour. Each response reveals whether an address
    /// has an account.
    pub email_changes: Limiter<AccountId>,
    /// Links to verify an e-mail address, by the address's fingerprint: 5 an hour.
    pub email_links: Limiter<Uuid>,
    /// Those of them that were requested by accounts without the address: 3 an hour. The rest is reserved for
    /// the account that has it.
    pub wanted_links: Limiter<Uuid>,
    /// Password reset links, by the e-mail address's fingerprint: 3 an hour.
    pub reset_links: Limiter<Uuid>,
    /// Requests for reset links and attempts to use one, by the caller's network address: 30 in 15 minutes.
    pub resets: Limiter<IpAddr>,
    /// Messages to other people, by sender: 120 a minute.
    pub messages: Limiter<AccountId>,
    /// Messages to support, by the caller's network address: 20 an hour.
    pub inquiries: Limiter<IpAddr>,
    /// Uploaded files, by account: 200 an hour.
    pub uploads: Limiter<AccountId>,
    /// Open holds of accounts without a paid order, by network address: 20.
    pub open_holds: OpenHolds,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            log_ins: LogInLimits::default(),
            sign_ups: Limiter::new(100, TimeDelta::minutes(1)),
            passwords: Limiter::new(10, TimeDelta::minutes(15)),
            email_changes: Limiter::new(10, TimeDelta::hours(1)),
            email_links: Limiter::new(5, TimeDelta::hours(1)),
            wanted_links: Limiter::new(3, TimeDelta::hours(1)),
            reset_links: Limiter::new(3, TimeDelta::hours(1)),
            resets: Limiter::new(30, TimeDelta::minutes(15)),
            messages: Limiter::new(120, TimeDelta::minutes(1)),
            inquiries: Limiter::new(20, TimeDelta::hours(1)),
            uploads: Limiter::new(200, TimeDelta::hours(1)),
            open_holds: OpenHolds::default(),
        }
    }
}

impl Limits {
    /// Counts a link to an address, by its fingerprint, requested by an account that does not have the address.
    ///
    /// # Errors
    /// Too many links: the time until the next one is allowed.
    pub fn admit_wanted_link(&self, address: Uuid, now: DateTime<Utc>) -> Result<(), TimeDelta> {
        self.wanted_links.admit(address, now)?;
        self.email_links.admit(address, now)
    }
}
