//! The counters of the rate limits (`domain::rate_limits`), per process.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use domain::rate_limits::{self, RateLimit};
use shared_events::ids::AccountId;
use uuid::Uuid;

use crate::{limiter::Limiter, log_in_limits::LogInLimits, open_holds::OpenHolds};

#[derive(Debug)]
pub struct Limits {
    /// Attempts and failures to log in.
    pub log_ins: LogInLimits,
    /// By the caller's network address.
    pub sign_ups: Limiter<IpAddr>,
    /// Failures to confirm one's own password.
    pub passwords: Limiter<AccountId>,
    pub email_changes: Limiter<AccountId>,
    /// Verification links, by the address's fingerprint.
    pub email_links: Limiter<Uuid>,
    /// Verification links that accounts without the address request, by the address's fingerprint.
    pub wanted_links: Limiter<Uuid>,
    /// By the e-mail address's fingerprint.
    pub reset_links: Limiter<Uuid>,
    /// Requests for reset links and attempts to use one, by the caller's network address.
    pub resets: Limiter<IpAddr>,
    /// By sender.
    pub messages: Limiter<AccountId>,
    /// By the caller's network address.
    pub inquiries: Limiter<IpAddr>,
    pub uploads: Limiter<AccountId>,
    pub webhook_changes: Limiter<AccountId>,
    /// Exports and erasures of people, by admin (setting `operations.people_per_admin_and_day`).
    pub person_acts: Limiter<AccountId>,
    /// Replays of messages to webhooks.
    pub replays: Limiter<AccountId>,
    /// Single messages to webhooks that are sent once more.
    pub redeliveries: Limiter<AccountId>,
    /// Open holds of accounts without a delivered order, by network address (setting `checkout.open_holds_per_address`).
    pub open_holds: OpenHolds,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            log_ins: LogInLimits::default(),
            sign_ups: Limiter::new(rate_limits::SIGN_UPS),
            passwords: Limiter::new(rate_limits::PASSWORD_CONFIRMATIONS),
            email_changes: Limiter::new(rate_limits::EMAIL_CHANGES),
            email_links: Limiter::new(rate_limits::VERIFICATION_LINKS),
            wanted_links: Limiter::new(rate_limits::VERIFICATION_LINKS_OF_OTHERS),
            reset_links: Limiter::new(rate_limits::RESET_LINKS),
            resets: Limiter::new(rate_limits::PASSWORD_RESETS),
            messages: Limiter::new(rate_limits::MESSAGES),
            inquiries: Limiter::new(rate_limits::INQUIRIES),
            uploads: Limiter::new(rate_limits::UPLOADS),
            webhook_changes: Limiter::new(rate_limits::WEBHOOK_CHANGES),
            person_acts: Limiter::new(RateLimit::per_day(rate_limits::PEOPLE_PER_ADMIN_AND_DAY)),
            replays: Limiter::new(rate_limits::REPLAYS),
            redeliveries: Limiter::new(rate_limits::REDELIVERIES),
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
