//! The ports of the command service: the log, stores, providers and limits, passed in once at the start.

use std::{net::IpAddr, sync::Arc};

use axum::extract::FromRef;
use blobs::Blobs;
use chrono::{DateTime, TimeDelta, Utc};
use domain::checkout::FeePolicy;
use event_store::Provenance;
use service_kit::{Clock, Ids, caller, token::Tokens};
use shared_events::{Actor, ids::AccountId};
use uuid::Uuid;

use crate::{
    application::Writer,
    idempotency::{Keys, is_repetition},
    limiter::Limiter,
    log_in_limits::LogInLimits,
    looks::Looks,
    mail::Mailer,
    open_holds::OpenHolds,
    operations::Operations,
    passwords::Passwords,
    payments::{PaymentProvider, sandbox::Sandbox},
    sessions::Sessions,
};

/// The command service's ports. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// Executes commands on the event log.
    pub writer: Writer,
    /// Commands that were sent with an `Idempotency-Key`.
    pub keys: Arc<dyn Keys>,
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub ids: Arc<dyn Ids>,
    /// Signs and checks access tokens.
    pub tokens: Tokens,
    /// Whether the sessions behind the tokens are still valid.
    pub sessions: Sessions,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// Rate limits.
    pub limits: Arc<Limits>,
    pub payments: Arc<dyn PaymentProvider>,
    /// The built-in provider, if it is the payment provider: its customers pay through our own API.
    pub sandbox: Option<Sandbox>,
    /// Sends mail. Only process managers use it.
    pub mailer: Arc<dyn Mailer>,
    /// Public address of the shop, without a trailing slash: the prefix of links in mail.
    pub public_url: Arc<str>,
    /// Address of support, which gets the inquiries from the contact form.
    pub support_address: Arc<str>,
    /// Looks at products that are not counted yet.
    pub looks: Looks,
    /// The operator's settings for delivery fees.
    pub fees: FeePolicy,
    /// The store of uploaded files.
    pub blobs: Blobs,
    /// Takes admins' requests about views.
    pub operations: Arc<dyn Operations>,
}

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

impl App {
    /// The provenance of the present command, by this actor, now.
    pub fn command_by(&self, actor: Actor) -> Provenance {
        let command = Provenance::of_command(self.ids.uuid(), actor, self.clock.now());
        Provenance { repetition: is_repetition(), ..command.in_epoch(self.writer.log.epoch()) }
    }
}

impl FromRef<App> for Arc<dyn caller::Sessions> {
    fn from_ref(app: &App) -> Self {
        Arc::new(app.sessions.clone())
    }
}

impl FromRef<App> for Tokens {
    fn from_ref(app: &App) -> Self {
        app.tokens.clone()
    }
}
