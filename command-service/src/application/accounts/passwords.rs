//! New passwords: changed by a person who knows the old one, or reset with a mailed link.

use std::{convert::Infallible, net::IpAddr};

use chrono::TimeDelta;
use domain::{
    account::Account,
    api_key::revoke_all_api_keys::RevokeAllApiKeys,
    credential::{
        Credential,
        change_password::{self, ChangePassword},
        password::{self, WeakPassword},
        request_reset::RequestReset,
        reset_password::{self, ResetPassword},
    },
    email::{Email, EmailAddress},
    webhook::pause_all_webhooks::PauseAllWebhooks,
};
use event_store::Provenance;
use service_kit::{
    caller::{Caller, webhook_owner},
    token::ResetLink,
};
use shared_events::{
    Actor, Position, Role,
    ids::{AccountId, ResetId},
};

use super::{
    super::{CommandAttempt, Failure, Writer, load},
    email_claim::{fingerprint, is_of},
    ports::AccountPorts,
    verify_email::withdraw_email_change,
};
use crate::{log_in_limits::Attempt, passwords::Asker};

/// Reasons not to believe that the caller owns the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    #[error("Current password is incorrect")]
    Wrong,
    /// Too many wrong passwords.
    #[error("Too many failed attempts. Please try again later.")]
    TooManyFailures {
        /// Time until the next attempt is allowed.
        retry_in: TimeDelta,
    },
}

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
    ports: &AccountPorts,
    caller: &Caller,
    provenance: &Provenance,
    current: &str,
    new: &str,
) -> Result<Position, Failure<ChangePasswordRefusal>> {
    let refused = |refusal: ChangePasswordRefusal| Failure::Refused(refusal);
    password::check(new).map_err(|weak| refused(weak.into()))?;
    let account_id = caller.account;
    let known = known_password(ports, account_id, current)
        .await
        .map_err(|failure| failure.map(|retry_in| ChangePasswordRefusal::TooManyFailures { retry_in }))?;
    let matched_hash = known.ok_or_else(|| refused(change_password::Refusal::WrongPassword.into()))?;
    let command = ChangePassword {
        account_id,
        session_id: caller.session,
        generation: caller.generation,
        matched_hash,
        new_hash: ports.passwords.queue(Asker::Known(account_id.uuid()))?.hash(new).await,
    };
    // A new password also voids the link of a pending address. If the process dies in between, the old password
    // can ask for another link.
    withdraw_email_change(&ports.writer, provenance, account_id, None).await?;
    let executed = ports.writer.execute(provenance, &command).await;
    let executed = executed.map_err(|failure| failure.map(ChangePasswordRefusal::from))?;
    ports.sessions.forget(account_id.uuid());
    Ok(executed.position)
}

/// Verifies the account's password.
pub(in crate::application) async fn confirm_password(
    ports: &AccountPorts,
    account_id: AccountId,
    password: &str,
) -> Result<(), Failure<PasswordRefusal>> {
    let known = known_password(ports, account_id, password).await;
    let known =
        known.map_err(|failure| failure.map(|retry_in| PasswordRefusal::TooManyFailures { retry_in }))?;
    known.map(drop).ok_or(Failure::Refused(PasswordRefusal::Wrong))
}

/// Verifies the account's password and returns the hash that it matches. Failures are counted; after too many,
/// the refusal says how long to wait.
pub(super) async fn known_password(
    ports: &AccountPorts,
    account_id: AccountId,
    password: &str,
) -> Result<Option<String>, Failure<TimeDelta>> {
    let place = ports.passwords.queue(Asker::Known(account_id.uuid()))?;
    ports.limits.passwords.admit(account_id, ports.clock.now()).map_err(Failure::Refused)?;
    let credential = load::<Credential, _>(&ports.writer.log, account_id.uuid()).await;
    let credential = credential.inspect_err(|_| ports.limits.passwords.take_back(&account_id))?;
    let hash = credential.state.readable_hash().cloned();
    let known = place.verify(password, hash.as_deref()).await;
    if known {
        ports.limits.passwords.forget(&account_id);
    }
    Ok(hash.filter(|_| known))
}

/// Sends a reset link to the account with this e-mail address, if there is one and it has not had too many. The answer
/// does not depend on it, so the work runs after the response.
///
/// # Errors
/// The log is unavailable.
pub async fn request_password_reset(
    ports: &AccountPorts,
    attempt: &CommandAttempt,
    address: &EmailAddress,
) -> Result<(), Failure<Infallible>> {
    let claim = fingerprint(&ports.writer, address).await?;
    if ports.limits.reset_links.admit(claim, ports.clock.now()).is_err() {
        return Ok(());
    }
    let email = load::<Email, _>(&ports.writer.log, claim).await?.state;
    let Some(account_id) = email.holder else { return Ok(()) };
    let account = load::<Account, _>(&ports.writer.log, account_id.uuid()).await?.state;
    let Some(profile) = account.active().filter(|profile| is_of(address, profile)) else { return Ok(()) };
    // The caller has not proved to be the owner.
    let provenance = attempt.by(Actor::system("forgotten password"));
    let request_id = ResetId::derived(provenance.command_id, "reset");
    let command = RequestReset { account_id: profile.account_id, request_id, now: provenance.at };
    ports.writer.execute(&provenance, &command).await.map(drop)
}

/// Sets a new password with a reset link. All sessions end, API keys are revoked and webhooks paused.
pub async fn reset_password(
    ports: &AccountPorts,
    attempt: &CommandAttempt,
    token: &str,
    new: &str,
    address: Option<IpAddr>,
) -> Result<Position, Failure<ResetRefusal>> {
    password::check(new).map_err(|weak| Failure::Refused(weak.into()))?;
    let void = || Failure::Refused(reset_password::Refusal::LinkIsVoid.into());
    let ResetLink { account: account_id, request: request_id, email_changes } =
        ports.tokens.verify_reset_token(token).ok_or_else(void)?;
    let (account, credential) = tokio::try_join!(
        load::<Account, _>(&ports.writer.log, account_id.uuid()),
        load::<Credential, _>(&ports.writer.log, account_id.uuid()),
    )?;
    let profile = account.state.active().filter(|profile| profile.email_changes == email_changes);
    let profile = profile.ok_or_else(void)?;
    let role = profile.role;
    let now = ports.clock.now();
    // Hashing is expensive; a void link is refused before it.
    reset_password::check(&credential.state, request_id, now).map_err(|_| void())?;
    let place = ports.passwords.queue(Asker::Stranger(address))?;
    let command = ResetPassword { account_id, request_id, new_hash: place.hash(new).await, now };
    let provenance = attempt.by(Actor::Account { id: account_id, role });
    // Before the password, as for a pending address: who reads the account's mail can ask for another link.
    withdraw_email_change(&ports.writer, &provenance, account_id, None).await?;
    stop_programs(&ports.writer, &provenance, account_id, role).await?;
    let executed = ports.writer.execute(&provenance, &command).await;
    let executed = executed.map_err(|failure| failure.map(ResetRefusal::from))?;
    ports.sessions.forget(account_id.uuid());
    // The link proves that the caller reads the account's mail: earlier failures of its owner no longer count.
    if let Some(email) = profile.email.get().and_then(|email| EmailAddress::parse(email)) {
        let claim = fingerprint(&ports.writer, &email).await?;
        ports.limits.log_ins.succeeded(&Attempt { claim, address, device: None });
    }
    Ok(executed.position)
}

/// Revokes the account's API keys and pauses its webhooks: they outlive a password, and a thief may have made them. The
/// webhooks of an admin are those of the shop.
async fn stop_programs<R>(
    writer: &Writer,
    provenance: &Provenance,
    account_id: AccountId,
    role: Role,
) -> Result<(), Failure<R>> {
    let revoked = writer.execute(provenance, &RevokeAllApiKeys { account_id }).await;
    revoked.map_err(Failure::never_refused)?;
    let command = PauseAllWebhooks { owner: webhook_owner(account_id, role) };
    let paused = writer.execute(provenance, &command).await;
    paused.map(drop).map_err(Failure::never_refused)
}
