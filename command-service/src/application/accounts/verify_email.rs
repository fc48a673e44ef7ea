//! Use cases of mailed verification links. For a new address, the link first claims it, then makes it the
//! account's address, then releases the old one. A process that dies in between leaves a claim that is not a
//! sign-in name and can be taken over after a minute. If two accounts want one address, the first to use its
//! link gets it.

use chrono::TimeDelta;
use domain::{
    Command,
    account::{
        Account, Profile,
        resend_verification::{self, ResendVerification},
        verify_email::{self, VerifyEmail},
        withdraw_email_change::WithdrawEmailChange,
    },
    credential::Credential,
    email::{EmailAddress, claim_email::Refusal as EmailRefusal},
};
use event_store::Provenance;
use service_kit::token::VerificationLink;
use shared_events::{
    Actor, Personal, Position, Version,
    ids::{AccountId, VerificationId},
};
use uuid::Uuid;

use super::{
    super::{CommandAttempt, Failure, Writer, load},
    email_claim::{claim_email, fingerprint, is_of, release_email, version_of},
    ports::AccountPorts,
};

/// Reasons not to verify an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyRefusal {
    /// The link is void.
    #[error(transparent)]
    Link(#[from] verify_email::Refusal),
    /// The address belongs to another account.
    #[error(transparent)]
    Email(#[from] EmailRefusal),
}

/// Reasons not to send another link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResendRefusal {
    /// No address waits for verification.
    #[error(transparent)]
    Refused(#[from] resend_verification::Refusal),
    /// Too many links were mailed to the address.
    #[error("Too many verification links were sent to this address. Please try again later.")]
    TooManyLinks {
        /// Time until the next link is allowed.
        retry_in: TimeDelta,
    },
}

/// Verifies an address with the token of its mailed link.
pub async fn verify_email(
    ports: &AccountPorts,
    attempt: &CommandAttempt,
    token: &str,
) -> Result<Position, Failure<VerifyRefusal>> {
    let void = || Failure::Refused(verify_email::Refusal::LinkIsVoid.into());
    let link = ports.tokens.verify_verification_token(token).ok_or_else(void)?;
    let account = load::<Account, _>(&ports.writer.log, link.account.uuid()).await?.state;
    let role = account.active().ok_or_else(void)?.role;
    let provenance = attempt.by(Actor::Account { id: link.account, role });
    verify_link(&ports.writer, &provenance, link).await
}

/// What a link would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verifiable {
    /// The address that it would verify.
    pub email: String,
    /// Whether the address would replace another one.
    pub is_change: bool,
}

/// What the link with this token would do. Changes nothing.
pub async fn look_at_verification(
    ports: &AccountPorts,
    token: &str,
) -> Result<Verifiable, Failure<VerifyRefusal>> {
    let void = || Failure::Refused(verify_email::Refusal::LinkIsVoid.into());
    let VerificationLink { account: account_id, request: request_id } =
        ports.tokens.verify_verification_token(token).ok_or_else(void)?;
    let (account, credential) = tokio::try_join!(
        load::<Account, _>(&ports.writer.log, account_id.uuid()),
        load::<Credential, _>(&ports.writer.log, account_id.uuid()),
    )?;
    let (generation, now) = (credential.state.generation, ports.clock.now());
    let command = VerifyEmail { account_id, request_id, generation, now };
    let wanted = command.wanted_email(&account.state).map_err(|refusal| Failure::Refused(refusal.into()))?;
    let own = account.state.active().and_then(|profile| profile.email.get().cloned());
    let is_change = wanted.is_some();
    let email = wanted.map_or(own, Personal::into_inner).ok_or_else(void)?;
    Ok(Verifiable { email, is_change })
}

/// Verifies an address with a link whose token is authentic.
pub(super) async fn verify_link(
    writer: &Writer,
    provenance: &Provenance,
    link: VerificationLink,
) -> Result<Position, Failure<VerifyRefusal>> {
    let VerificationLink { account: account_id, request: request_id } = link;
    let void = || Failure::Refused(verify_email::Refusal::LinkIsVoid.into());
    let (account, credential) = tokio::try_join!(
        load::<Account, _>(&writer.log, account_id.uuid()),
        load::<Credential, _>(&writer.log, account_id.uuid()),
    )?;
    let profile = account.state.active().ok_or_else(void)?;
    let command =
        VerifyEmail { account_id, request_id, generation: credential.state.generation, now: provenance.at };
    // A repeated command may have used its link before; the decision below finds out.
    let wanted = command.wanted_email(&account.state).ok().flatten();
    let wanted = wanted.and_then(|email| email.get().map(|email| EmailAddress::of_account(email)));
    let mut old = None;
    if let Some(wanted) = wanted.filter(|wanted| !is_of(wanted, profile)) {
        old = old_claim(writer, profile).await?;
        match claim_email(writer, provenance, account_id, &wanted).await {
            Err(Failure::Refused(taken)) => {
                withdraw_email_change(writer, provenance, account_id, Some(request_id)).await?;
                return Err(Failure::Refused(taken.into()));
            }
            claimed => claimed.map_err(|failure| failure.map(VerifyRefusal::from))?,
        }
    }
    let executed = writer.execute(provenance, &command).await;
    let executed = executed.map_err(|failure| failure.map(VerifyRefusal::from))?;
    if let Some(old) = old {
        give_back(writer, provenance, account_id, old).await?;
    }
    Ok(executed.position)
}

/// Sends another link to the caller's address that is not verified yet.
pub async fn resend_verification(
    ports: &AccountPorts,
    provenance: &Provenance,
    account_id: AccountId,
) -> Result<Position, Failure<ResendRefusal>> {
    let AccountPorts { writer, limits, .. } = ports;
    let request_id = VerificationId::derived(provenance.command_id, "verification");
    let command = ResendVerification { account_id, request_id, now: provenance.at };
    let account = load::<Account, _>(&writer.log, account_id.uuid()).await?.state;
    command.decide(&account).map_err(|refusal| Failure::Refused(refusal.into()))?;
    let profile = account.profile.as_ref();
    let unverified = profile
        .and_then(|profile| profile.pending_email.as_ref().map_or(&profile.email, |one| &one.email).get());
    if let Some(unverified) = unverified {
        let to = fingerprint(writer, &EmailAddress::of_account(unverified)).await?;
        let is_wanted = profile.is_some_and(|profile| profile.pending_email.is_some());
        let admitted = match is_wanted {
            true => limits.admit_wanted_link(to, provenance.at),
            false => limits.email_links.admit(to, provenance.at),
        };
        admitted.map_err(|retry_in| Failure::Refused(ResendRefusal::TooManyLinks { retry_in }))?;
    }
    let executed = writer.execute(provenance, &command).await;
    executed.map(|executed| executed.position).map_err(|failure| failure.map(ResendRefusal::from))
}

/// Withdraws the pending address of this request; `None` withdraws any.
pub(super) async fn withdraw_email_change<R>(
    writer: &Writer,
    provenance: &Provenance,
    account_id: AccountId,
    request: Option<VerificationId>,
) -> Result<(), Failure<R>> {
    let command = WithdrawEmailChange { account_id, request };
    writer.execute(provenance, &command).await.map(drop).map_err(Failure::never_refused)
}

/// The account's old address, and the version of its claim before the change.
struct OldEmail {
    address: EmailAddress,
    claim: Uuid,
    version: Version,
}

async fn old_claim<R>(writer: &Writer, profile: &Profile) -> Result<Option<OldEmail>, Failure<R>> {
    let Some(address) = profile.email.get().map(|email| EmailAddress::of_account(email)) else {
        return Ok(None);
    };
    let claim = fingerprint(writer, &address).await?;
    Ok(Some(OldEmail { address, claim, version: version_of(writer, claim).await? }))
}

/// Releases the old address, unless the account has it: when a command is repeated, later changes may have followed
/// its own. Does not release a claim that was renewed since because the account changes back to that address.
async fn give_back<R>(
    writer: &Writer,
    provenance: &Provenance,
    account_id: AccountId,
    old: OldEmail,
) -> Result<(), Failure<R>> {
    let present = load::<Account, _>(&writer.log, account_id.uuid()).await?.state.profile;
    if present.is_some_and(|profile| is_of(&old.address, &profile)) {
        return Ok(());
    }
    release_email(writer, provenance, account_id, old.claim, old.version).await
}
