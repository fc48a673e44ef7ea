//! Logging in: verifies a password, counts failures and opens a session.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    account::{Account, Profile},
    credential::Credential,
    email::{Email, EmailAddress},
    session::open_session::OpenSession,
};
use event_store::Provenance;
use service_kit::token::Claims;
use shared_events::{
    Actor, Position,
    events::UserAgent,
    ids::{AccountId, SessionId},
};
use uuid::Uuid;

use super::{
    super::{CommandAttempt, Failure, Loaded, load},
    device::Device,
    email_claim::{fingerprint, is_of},
    ports::AccountPorts,
};
use crate::{
    log_in_limits::Attempt,
    passwords::{Asker, Place},
};

/// A person who is now logged in.
#[derive(Clone)]
pub struct LoggedIn {
    /// Fingerprint of the e-mail address; the device is known for it from now on.
    pub claim: Uuid,
    /// The account's profile.
    pub profile: Profile,
    /// When the account was opened.
    pub opened_at: DateTime<Utc>,
    /// The session's token, which every service accepts.
    pub token: String,
    /// A position in the log: a view that has reached it contains the account and the session.
    pub position: Position,
}

/// Reasons not to log in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogInRefusal {
    /// There is no such account, or the password is wrong. The caller does not learn which.
    #[error("Invalid email or password")]
    WrongPassword,
    /// An admin has deactivated the account. Only a caller who knows the password learns this.
    #[error("This account has been deactivated. Please contact support.")]
    Deactivated,
    /// Too many failures for this e-mail address.
    #[error("Too many failed sign-ins. Please try again later.")]
    TooManyFailures {
        /// Time until the next attempt is allowed.
        retry_in: TimeDelta,
    },
}

/// A log-in attempt.
#[derive(Clone, Copy, Default)]
pub struct LogIn<'a> {
    /// The e-mail address, in any spelling.
    pub email: &'a str,
    /// In plain text.
    pub password: &'a str,
    /// The caller's network address, if it is known.
    pub address: Option<IpAddr>,
    /// The known device, if the browser sent its cookie.
    pub device: Option<&'a Device>,
    /// The browser, from its `User-Agent`.
    pub agent: UserAgent,
}

const WRONG: Failure<LogInRefusal> = Failure::Refused(LogInRefusal::WrongPassword);

/// Logs a person in. The caller may drop this future at any time.
///
/// # Errors
/// [`LogInRefusal`]. Unknown addresses and wrong passwords get the same answer in the same time.
pub async fn log_in(
    ports: &AccountPorts,
    attempt: &CommandAttempt,
    command: &LogIn<'_>,
) -> Result<LoggedIn, Failure<LogInRefusal>> {
    let address = EmailAddress::of_account(command.email);
    let claim = fingerprint(&ports.writer, &address).await?;
    let device = command.device.filter(|device| device.knows(&ports.tokens, claim)).map(|device| device.id);
    let log_in = Attempt { claim, address: command.address, device };
    let limits = &ports.limits.log_ins;
    limits
        .admit(&log_in, ports.clock.now())
        .map_err(|retry_in| Failure::Refused(LogInRefusal::TooManyFailures { retry_in }))?;
    let asker = if device.is_some() { Asker::Known(claim) } else { Asker::Stranger(command.address) };
    let result = match ports.passwords.queue(asker) {
        Ok(place) => log_in_to(ports, attempt, &place, claim, &address, command).await,
        Err(crowded) => Err(crowded.into()),
    };
    match &result {
        Ok(_) => limits.succeeded(&log_in),
        // The caller did not learn whether the password is right, so the attempt does not count.
        Err(
            Failure::Unavailable(_)
            | Failure::Erased
            | Failure::Crowded(_)
            | Failure::Declined(_)
            | Failure::Defect(_),
        ) => {
            limits.undecided(&log_in);
        }
        Err(Failure::Refused(_)) => {}
    }
    result
}

async fn log_in_to(
    ports: &AccountPorts,
    attempt: &CommandAttempt,
    place: &Place,
    claim: Uuid,
    address: &EmailAddress,
    command: &LogIn<'_>,
) -> Result<LoggedIn, Failure<LogInRefusal>> {
    let Loaded { state: email, .. } = load::<Email, _>(&ports.writer.log, claim).await?;
    // For an unknown address, the same work is done on an account that does not exist, so that the time reveals
    // nothing.
    let account_id = email.holder.unwrap_or(AccountId::new(claim));
    let (credential, account) = tokio::try_join!(
        load::<Credential, _>(&ports.writer.log, account_id.uuid()),
        load::<Account, _>(&ports.writer.log, account_id.uuid()),
    )?;
    let hash = credential.state.readable_hash();
    let known = place.verify(command.password, hash.map(String::as_str)).await;
    let (Some(profile), Some(opened_at), true) = (account.state.profile, account.since, known) else {
        return Err(WRONG);
    };
    // A released claim, or the claim of an unfinished address change, is not a sign-in name.
    if !is_of(address, &profile) {
        return Err(WRONG);
    }
    if !profile.active {
        return Err(Failure::Refused(LogInRefusal::Deactivated));
    }
    let provenance = attempt.by(Actor::Account { id: account_id, role: profile.role });
    let verified = VerifiedLogIn {
        claim,
        profile,
        opened_at,
        generation: credential.state.generation,
        agent: command.agent,
    };
    open_session(ports, &provenance, verified).await
}

/// A log-in whose password was verified.
pub(super) struct VerifiedLogIn {
    /// Fingerprint of the account's e-mail address.
    pub(super) claim: Uuid,
    pub(super) profile: Profile,
    /// When the account was opened.
    pub(super) opened_at: DateTime<Utc>,
    /// Generation of the credential that has this password.
    pub(super) generation: u32,
    pub(super) agent: UserAgent,
}

pub(super) async fn open_session<R>(
    ports: &AccountPorts,
    provenance: &Provenance,
    verified: VerifiedLogIn,
) -> Result<LoggedIn, Failure<R>> {
    let VerifiedLogIn { claim, profile, opened_at, generation, agent } = verified;
    let account_id = profile.account_id;
    let session_id = SessionId::derived(provenance.command_id, "session");
    let command = OpenSession { account_id, session_id, generation, agent };
    let opened = ports.writer.execute(provenance, &command).await.map_err(Failure::never_refused)?;
    let claims = Claims::new(account_id, profile.role, session_id, generation, provenance.at);
    Ok(LoggedIn { claim, profile, opened_at, token: ports.tokens.issue(&claims), position: opened.position })
}
