//! A new password: by who knows the old one, or by who reads the account's mail.

use std::{convert::Infallible, net::IpAddr};

use chrono::TimeDelta;
use event_store::Provenance;
use service_kit::{caller::Caller, token::ResetLink};
use shared_events::{
    Actor, Position,
    ids::{AccountId, ResetId},
};

use super::{
    super::{Failure, execute, load},
    email_claim::{fingerprint, is_of},
    verify_email::withdraw_email_change,
};
use crate::{
    App,
    domain::{
        account::Account,
        credential::{
            Credential,
            change_password::{self, ChangePassword},
            password::{self, WeakPassword},
            request_reset::{self, RequestReset},
            reset_password::{self, ResetPassword},
        },
        email::{Email, EmailAddress},
    },
    log_in_limits::Attempt,
    passwords::Asker,
};

/// Why a password was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangePasswordRefusal {
    /// The new one breaks a rule.
    #[error(transparent)]
    Weak(#[from] WeakPassword),
    /// The old one is wrong, or the session has ended.
    #[error(transparent)]
    Refused(#[from] change_password::Refusal),
    /// Too many wrong passwords.
    #[error("Too many failed attempts. Please try again later.")]
    TooManyFailures {
        /// When the next try is allowed.
        retry_in: TimeDelta,
    },
}

/// Why a password was not reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResetRefusal {
    /// The new one breaks a rule.
    #[error(transparent)]
    Weak(#[from] WeakPassword),
    /// The link does nothing.
    #[error(transparent)]
    Link(#[from] reset_password::Refusal),
}

/// Sets another password for who knows the old one. All other sessions end.
///
/// # Errors
/// See [`ChangePasswordRefusal`].
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
    let decide = |credential: &Credential| change_password::decide(credential, &command);
    let provenance = app.command_by(caller.actor());
    // Its link is void with the old password. If the process dies in between, the old password asks for another.
    withdraw_email_change(app, &provenance, account_id, None).await?;
    let executed = execute(app, &provenance, account_id.uuid(), decide).await;
    let executed = executed.map_err(|failure| failure.map(ChangePasswordRefusal::from))?;
    app.sessions.forget(account_id.uuid());
    Ok(executed.position)
}

/// The hash that this password matches, if it is the account's. Failures are counted; refused with the time until the
/// next try when there were too many.
pub(super) async fn known_password(
    app: &App,
    account_id: AccountId,
    password: &str,
) -> Result<Option<String>, Failure<TimeDelta>> {
    let place = app.passwords.queue(Asker::Known(account_id.uuid()))?;
    app.limits.passwords.admit(account_id, app.clock.now()).map_err(Failure::Refused)?;
    let credential = load::<Credential, _>(&app.log, account_id.uuid()).await;
    let credential = credential.inspect_err(|_| app.limits.passwords.take_back(&account_id))?;
    let hash = credential.state.readable_hash().cloned();
    let known = place.verify(password, hash.as_deref()).await;
    if known {
        app.limits.passwords.forget(&account_id);
    }
    Ok(hash.filter(|_| known))
}

/// Promises the account with this e-mail address a link that sets a new password, if there is such an account and it was
/// not promised too many. Whoever asks is not told, so this is done behind the answer.
///
/// # Errors
/// When the log does not answer.
pub async fn request_password_reset(app: &App, address: &EmailAddress) -> Result<(), Failure<Infallible>> {
    let claim = fingerprint(app, address).await?;
    if app.limits.reset_links.admit(claim, app.clock.now()).is_err() {
        return Ok(());
    }
    let email = load::<Email, _>(&app.log, claim).await?.state;
    let Some(account_id) = email.holder else { return Ok(()) };
    let account = load::<Account, _>(&app.log, account_id.uuid()).await?.state;
    let Some(profile) = account.active().filter(|profile| is_of(address, profile)) else { return Ok(()) };
    // Nobody has proved to be the owner.
    let provenance = app.command_by(Actor::system("forgotten password"));
    let request_id = ResetId::derived(provenance.command_id, "reset");
    let command = RequestReset { account_id: profile.account_id, request_id, now: provenance.at };
    let decide = |credential: &Credential| Ok::<_, Infallible>(request_reset::decide(credential, &command));
    execute(app, &provenance, account_id.uuid(), decide).await.map(drop)
}

/// Sets a new password for who has the link. Every session ends.
///
/// # Errors
/// See [`ResetRefusal`].
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
        load::<Account, _>(&app.log, account_id.uuid()),
        load::<Credential, _>(&app.log, account_id.uuid()),
    )?;
    let profile = account.state.active().filter(|profile| profile.email_changes == email_changes);
    let profile = profile.ok_or_else(void)?;
    let role = profile.role;
    let now = app.clock.now();
    // Hashing is work; a link that does nothing is not worth it.
    reset_password::check(&credential.state, request_id, now).map_err(|_| void())?;
    let place = app.passwords.queue(Asker::Stranger(address))?;
    let command = ResetPassword { account_id, request_id, new_hash: place.hash(new).await, now };
    let decide = |credential: &Credential| reset_password::decide(credential, &command);
    let provenance: Provenance = app.command_by(Actor::Account { id: account_id, role });
    withdraw_email_change(app, &provenance, account_id, None).await?;
    let executed = execute(app, &provenance, account_id.uuid(), decide).await;
    let executed = executed.map_err(|failure| failure.map(ResetRefusal::from))?;
    app.sessions.forget(account_id.uuid());
    // Whoever reads the account's mail has proved to be its owner, who may have failed too often before.
    if let Some(email) = profile.email.get().and_then(|email| EmailAddress::parse(email)) {
        let claim = fingerprint(app, &email).await?;
        app.limits.log_ins.succeeded(&Attempt { claim, address, device: None });
    }
    Ok(executed.position)
}
