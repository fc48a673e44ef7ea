//! What commands need from outside, handed in once.

use std::{net::IpAddr, sync::Arc};

use axum::extract::FromRef;
use blobs::Blobs;
use chrono::{DateTime, TimeDelta, Utc};
use event_store::{EventLog, Provenance};
use service_kit::{Clock, Ids, caller, token::Tokens};
use shared_events::{Actor, ids::AccountId};
use uuid::Uuid;

use crate::{
    application::Turns,
    domain::checkout::FeePolicy,
    idempotency::Keys,
    limiter::Limiter,
    log_in_limits::LogInLimits,
    looks::Looks,
    mail::Mailer,
    open_holds::OpenHolds,
    operations::Operations,
    passwords::Passwords,
    payments::{PaymentProvider, sandbox::Sandbox},
    sessions::Sessions,
    snapshots::Snapshots,
};

/// The command service's ports. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// All history.
    pub log: EventLog,
    /// Whose turn it is to write to a stream.
    pub turns: Turns,
    /// States of long streams.
    pub snapshots: Snapshots,
    /// What is known of commands that were sent with an `Idempotency-Key`.
    pub keys: Arc<dyn Keys>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub ids: Arc<dyn Ids>,
    /// Signs and checks access tokens.
    pub tokens: Tokens,
    /// Which of the sessions behind them have ended.
    pub sessions: Sessions,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// How often things may be tried.
    pub limits: Arc<Limits>,
    /// Takes the money.
    pub payments: Arc<dyn PaymentProvider>,
    /// The built-in provider, if it is the one that takes the money: its customers pay through our own interface.
    pub sandbox: Option<Sandbox>,
    /// Sends mail. Process managers alone use it.
    pub mailer: Arc<dyn Mailer>,
    /// Where people find the shop, without a slash at the end: links in mail begin with it.
    pub public_url: Arc<str>,
    /// Who reads what people write by the contact form.
    pub support_address: Arc<str>,
    /// Who looked at products, and is not counted yet.
    pub looks: Looks,
    /// What an operator has decided about delivery fees.
    pub fees: FeePolicy,
    /// Where uploaded files are.
    pub blobs: Blobs,
    /// Takes admins' requests about views.
    pub operations: Arc<dyn Operations>,
}

/// How often things may be tried, per process.
#[derive(Debug)]
pub struct Limits {
    /// Tries and failures to log in.
    pub log_ins: LogInLimits,
    /// Sign-ups, by the caller's network address: 100 a minute.
    pub sign_ups: Limiter<IpAddr>,
    /// Failures to repeat one's own password, by account: 10 in 15 minutes.
    pub passwords: Limiter<AccountId>,
    /// Changes of the e-mail address that were tried, by account: 10 an hour. Each answer tells whether an address has an
    /// account.
    pub email_changes: Limiter<AccountId>,
    /// Links that verify an e-mail address, by the address's fingerprint: 5 an hour.
    pub email_links: Limiter<Uuid>,
    /// Those among them that were asked for by accounts that do not have the address: 3 an hour. The others are left to
    /// the account that has it.
    pub wanted_links: Limiter<Uuid>,
    /// Links for a new password, by the fingerprint of the e-mail address: 3 an hour.
    pub reset_links: Limiter<Uuid>,
    /// Requests for such links, and tries to use one, by the caller's network address: 30 in 15 minutes.
    pub resets: Limiter<IpAddr>,
    /// Messages to other people, by their sender: 120 a minute.
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
    /// Counts a link to an address, by its fingerprint, that the account that asks wants and does not have.
    ///
    /// # Errors
    /// When there were too many: the time until the next is allowed.
    pub fn admit_wanted_link(&self, address: Uuid, now: DateTime<Utc>) -> Result<(), TimeDelta> {
        self.wanted_links.admit(address, now)?;
        self.email_links.admit(address, now)
    }
}

impl App {
    /// The provenance of a new command by this actor, now.
    pub fn command_by(&self, actor: Actor) -> Provenance {
        Provenance::of_command(self.ids.uuid(), actor, self.clock.now()).in_epoch(self.log.epoch())
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
