//! New passwords: changed by a person who knows the old one, or reset with a mailed link.

use std::{convert::Infallible, net::IpAddr};

use chrono::TimeDelta;
use domain::{
    account::Account,
    credential::{
        Credential,
        change_password::{self, ChangePassword},
        password::{self, WeakPassword},
        request_reset::RequestReset,
        reset_password::{self, ResetPassword},
    },
    email::{Email, EmailAddress},
};
use event_store::Provenance;
use service_kit::{caller::Caller, token::ResetLink};
use shared_events::{
    Actor, Position,
    ids::{AccountId, ResetId},
};

use super::{
    super::{Failure, load},
    email_claim::{fingerprint, is_of},
    verify_email::withdraw_email_change,
};
use crate::{App, log_in_limits::Attempt, passwords::Asker};

/// Reasons not to change a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangePasswordRefusal {
    /// The new password breaks a rule.
    #[error(transparent)]
    Weak(#[from] WeakPassword),
    /// The old password is wrong, or the session has ended.
    #[error(transparent)]
    Refused(#[from] change_password::Refusal),
    /// Too many wrong passwords.
    #[error("Too many failed attempts. Please try again later.")]
    TooManyFailures {
        /// Time until the next attempt is allowed.
        retry_in: TimeDelta,
    },
}

/// Reasons not to reset a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResetRefusal {
    /// The new password breaks a rule.
    #[error(transparent)]
    Weak(#[from] WeakPassword),
    /// The link is void.
    #[error(transparent)]
    Link(#[from] reset_password::Refusal),
}

/// Changes the password of a caller who knows the old one. All other sessions end.
pub async fn change_password(
    app: &App,
    caller: &Caller,
    current: &str,
    new: &str,
) -> Result<Position, Failure<ChangePasswordRefusal>> {
    let refused = |refusal: ChangePasswordRefusal| Failure::Refused(refusal);
    password::check(new).map_err(|weak| refused(weak.into()))?;
    let account_id = caller.account;
    let known = known_password(app, account_id, current)
        .await
        .map_err(|failure| failure.map(|retry_in| ChangePasswordRefusal::TooManyFailures { retry_in }))?;
    let matched_hash = known.ok_or_else(|| refused(change_password::Refusal::WrongPassword.into()))?;
    let command = ChangePassword {
        account_id,
        session_id: caller.session,
        generation: caller.generation,
        matched_hash,
        new_hash: app.passwords.queue(Asker::Known(account_id.uuid()))?.hash(new).await,
    };
    let provenance = app.command_by(caller.actor());
    // A new password also voids the link of a pending address. If the process dies in between, the old password
    // can ask for another link.
    withdraw_email_change(app, &provenance, account_id, None).await?;
    let executed = app.writer.execute(&provenance, &command).await;
    let executed = executed.map_err(|failure| failure.map(ChangePasswordRefusal::from))?;
    app.sessions.forget(account_id.uuid());
    Ok(executed.position)
}

/// Verifies the account's password and returns the hash that it matches. Failures are counted; after too many,
/// the refusal says how long to wait.
pub(super) async fn known_password(
    app: &App,
    account_id: AccountId,
    password: &str,
) -> Result<Option<String>, Failure<TimeDelta>> {
    let place = app.passwords.queue(Asker::Known(account_id.uuid()))?;
    app.limits.passwords.admit(account_id, app.clock.now()).map_err(Failure::Refused)?;
    let credential = load::<Credential, _>(&app.writer.log, account_id.uuid()).await;
    let credential = credential.inspect_err(|_| app.limits.passwords.take_back(&account_id))?;
    let hash = credential.state.readable_hash().cloned();
    let known = place.verify(password, hash.as_deref()).await;
    if known {
        app.limits.passwords.forget(&account_id);
    }
    Ok(hash.filter(|_| known))
}

/// Sends a reset link to the account with this e-mail address, if there is one and it did not get too many. The
/// caller is not told, so the work runs after the response.
///
/// # Errors
/// The log is unavailable.
pub async fn request_password_reset(app: &App, address: &EmailAddress) -> Result<(), Failure<Infallible>> {
    let claim = fingerprint(app, address).await?;
    if app.limits.reset_links.admit(claim, app.clock.now()).is_err() {
        return Ok(());
    }
    let email = load::<Email, _>(&app.writer.log, claim).await?.state;
    let Some(account_id) = email.holder else { return Ok(()) };
    let account = load::<Account, _>(&app.writer.log, account_id.uuid()).await?.state;
    let Some(profile) = account.active().filter(|profile| is_of(address, profile)) else { return Ok(()) };
    // The caller has not proved to be the owner.
    let provenance = app.command_by(Actor::system("forgotten password"));
    let request_id = ResetId::derived(provenance.command_id, "reset");
    let command = RequestReset { account_id: profile.account_id, request_id, now: provenance.at };
    app.writer.execute(&provenance, &command).await.map(drop)
}

/// Sets a new password with a reset link. All sessions end.
pub async fn reset_password(
    app: &App,
    token: &str,
    new: &str,
    address: Option<IpAddr>,
) -> Result<Position, Failure<ResetRefusal>> {
    password::check(new).map_err(|weak| Failure::Refused(weak.into()))?;
    let void = || Failure::Refused(reset_password::Refusal::LinkIsVoid.into());
    let ResetLink { account: account_id, request: request_id, email_changes } =
        app.tokens.verify_reset_token(token).ok_or_else(void)?;
    let (account, credential) = tokio::try_join!(
        load::<Account, _>(&app.writer.log, account_id.uuid()),
        load::<Credential, _>(&app.writer.log, account_id.uuid()),
    )?;
    let profile = account.state.active().filter(|profile| profile.email_changes == email_changes);
    let profile = profile.ok_or_else(void)?;
    let role = profile.role;
    let now = app.clock.now();
    // Hashing is expensive; a void link is refused before it.
    reset_password::check(&credential.state, request_id, now).map_err(|_| void())?;
    let place = app.passwords.queue(Asker::Stranger(address))?;
    let command = ResetPassword { account_id, request_id, new_hash: place.hash(new).await, now };
    let provenance: Provenance = app.command_by(Actor::Account { id: account_id, role });
    withdraw_email_change(app, &provenance, account_id, None).await?;
    let executed = app.writer.execute(&provenance, &command).await;
    let executed = executed.map_err(|failure| failure.map(ResetRefusal::from))?;
    app.sessions.forget(account_id.uuid());
    // The link proves that the caller reads the account's mail: earlier failures of its owner no longer count.
    if let Some(email) = profile.email.get().and_then(|email| EmailAddress::parse(email)) {
        let claim = fingerprint(app, &email).await?;
        app.limits.log_ins.succeeded(&Attempt { claim, address, device: None });
    }
    Ok(executed.position)
}
