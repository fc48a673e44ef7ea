//! Logging in.

use std::{convert::Infallible, net::IpAddr};

use chrono::{DateTime, TimeDelta, Utc};
use event_store::Provenance;
use service_kit::token::Claims;
use shared_events::{
    Actor, Position,
    events::UserAgent,
    ids::{AccountId, SessionId},
};
use uuid::Uuid;

use super::{
    super::{Failure, Loaded, execute, load},
    device::Device,
    email_claim::{fingerprint, is_of},
    never_refused,
};
use crate::{
    App,
    domain::{
        account::{Account, Profile},
        credential::Credential,
        email::{Email, EmailAddress},
        session::{
            Session,
            open_session::{self, OpenSession},
        },
    },
    log_in_limits::Attempt,
    passwords::{Asker, Place},
};

/// An account that somebody is now logged in to.
#[derive(Clone)]
pub struct LoggedIn {
    /// The fingerprint of the e-mail address, which the device is known for from now on.
    pub claim: Uuid,
    /// What is known about the account.
    pub profile: Profile,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// Proves the session to every service.
    pub token: String,
    /// Views that have come this far know the account and the session.
    pub position: Position,
}

/// Why somebody was not logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogInRefusal {
    /// There is no such account, or it has another password: the caller is not told which.
    #[error("Invalid email or password")]
    WrongPassword,
    /// An admin has shut the account out. Only who knows the password is told.
    #[error("This account has been deactivated. Please contact support.")]
    Deactivated,
    /// Too many failures for this address.
    #[error("Too many failed sign-ins. Please try again later.")]
    TooManyFailures {
        /// When the next try is allowed.
        retry_in: TimeDelta,
    },
}

/// What somebody logs in with.
#[derive(Clone, Copy, Default)]
pub struct LogIn<'a> {
    /// The sign-in name, in any spelling.
    pub email: &'a str,
    /// In the clear.
    pub password: &'a str,
    /// The caller's network address, if it is known.
    pub address: Option<IpAddr>,
    /// The device, if it has kept what it was given.
    pub device: Option<&'a Device>,
    /// What the browser says of itself.
    pub agent: UserAgent,
}

const WRONG: Failure<LogInRefusal> = Failure::Refused(LogInRefusal::WrongPassword);

/// Logs somebody in who knows the password. A caller who goes away may drop this at any moment.
///
/// # Errors
/// [`LogInRefusal`]: unknown addresses and wrong passwords look alike and take the same time.
pub async fn log_in(app: &App, command: &LogIn<'_>) -> Result<LoggedIn, Failure<LogInRefusal>> {
    let address = EmailAddress::of_account(command.email);
    let claim = fingerprint(app, &address).await?;
    let device = command.device.filter(|device| device.knows(&app.tokens, claim)).map(|device| device.id);
    let attempt = Attempt { claim, address: command.address, device };
    let limits = &app.limits.log_ins;
    limits
        .admit(&attempt, app.clock.now())
        .map_err(|retry_in| Failure::Refused(LogInRefusal::TooManyFailures { retry_in }))?;
    let asker = if device.is_some() { Asker::Known(claim) } else { Asker::Stranger(command.address) };
    let result = match app.passwords.queue(asker) {
        Ok(place) => log_in_to(app, &place, claim, &address, command).await,
        Err(crowded) => Err(crowded.into()),
    };
    match &result {
        Ok(_) => limits.succeeded(&attempt),
        // Nobody was told whether the password is right.
        Err(Failure::Unavailable(_) | Failure::Erased | Failure::Crowded(_) | Failure::Defect(_)) => {
            limits.undecided(&attempt);
        }
        Err(Failure::Refused(_)) => {}
    }
    result
}

async fn log_in_to(
    app: &App,
    place: &Place,
    claim: Uuid,
    address: &EmailAddress,
    command: &LogIn<'_>,
) -> Result<LoggedIn, Failure<LogInRefusal>> {
    let Loaded { state: email, .. } = load::<Email, _>(&app.log, claim).await?;
    // Without an account the same is done for one that does not exist, so that the time does not tell.
    let account_id = email.holder.unwrap_or(AccountId::new(claim));
    let (credential, account) = tokio::try_join!(
        load::<Credential, _>(&app.log, account_id.uuid()),
        load::<Account, _>(&app.log, account_id.uuid()),
    )?;
    let hash = credential.state.readable_hash();
    let known = place.verify(command.password, hash.map(String::as_str)).await;
    let (Some(profile), Some(opened_at), true) = (account.state.profile, account.since, known) else {
        return Err(WRONG);
    };
    // One that was given up, or that a change has claimed and not reached yet, leads nowhere.
    if !is_of(address, &profile) {
        return Err(WRONG);
    }
    if !profile.active {
        return Err(Failure::Refused(LogInRefusal::Deactivated));
    }
    let provenance = app.command_by(Actor::Account { id: account_id, role: profile.role });
    let opening =
        Opening { claim, profile, opened_at, generation: credential.state.generation, agent: command.agent };
    open_session(app, &provenance, opening).await
}

/// Whose session begins, after the password was found to be right.
pub(super) struct Opening {
    /// The fingerprint of the account's e-mail address.
    pub(super) claim: Uuid,
    pub(super) profile: Profile,
    /// When the account was opened.
    pub(super) opened_at: DateTime<Utc>,
    /// Of the credential that has this password.
    pub(super) generation: u32,
    pub(super) agent: UserAgent,
}

/// Opens a session.
pub(super) async fn open_session<R>(
    app: &App,
    provenance: &Provenance,
    opening: Opening,
) -> Result<LoggedIn, Failure<R>> {
    let Opening { claim, profile, opened_at, generation, agent } = opening;
    let account_id = profile.account_id;
    let session_id = SessionId::derived(provenance.command_id, "session");
    let command = OpenSession { account_id, session_id, generation, agent };
    let decide = |session: &Session| Ok::<_, Infallible>(open_session::decide(session, &command));
    let opened = execute(app, provenance, session_id.uuid(), decide).await.map_err(never_refused)?;
    let claims = Claims::new(account_id, profile.role, session_id, generation, provenance.at);
    Ok(LoggedIn { claim, profile, opened_at, token: app.tokens.issue(&claims), position: opened.position })
}
