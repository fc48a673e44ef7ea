//! Use case: the owner of an account changes the settings. A new e-mail address needs the password and stays
//! pending until its mailed link is used; see [`super::verify_email`].

use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    Command,
    account::{
        Account, Profile,
        profile_form::ProfileForm,
        revise_profile::{PasswordKnown, Refusal, ReviseProfile, has_email},
    },
    credential::Credential,
    email::{EmailAddress, claim_email::Refusal as EmailRefusal},
};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, VerificationId},
};

use super::{
    super::{Failure, Loaded, load},
    email_claim::{fingerprint, is_taken},
    passwords::known_password,
    ports::AccountPorts,
};

/// Reasons not to change the settings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProfileRefusal {
    /// The form breaks a rule.
    #[error(transparent)]
    Form(#[from] Refusal),
    /// The address belongs to another account.
    #[error(transparent)]
    Email(#[from] EmailRefusal),
    #[error("Current password is incorrect")]
    WrongPassword,
    /// Too many wrong passwords.
    #[error("Too many failed attempts. Please try again later.")]
    TooManyFailures {
        /// Time until the next attempt is allowed.
        retry_in: TimeDelta,
    },
    /// The account has tried too many addresses, or this address got too many links.
    #[error("You have tried to change your email address too often. Please try again later.")]
    TooManyEmails {
        /// Time until the next attempt is allowed.
        retry_in: TimeDelta,
    },
}

/// The changed settings.
#[derive(Clone, Debug)]
pub struct Revised {
    /// The profile after the change.
    pub profile: Profile,
    /// When the account was opened.
    pub opened_at: DateTime<Utc>,
    /// Position in the log: a view that has reached it shows the change.
    pub position: Position,
}

/// Applies the form. `password` is the account's own, if given; a new e-mail address needs it.
pub async fn revise_profile(
    ports: &AccountPorts,
    provenance: &Provenance,
    account_id: AccountId,
    form: &ProfileForm,
    password: Option<&str>,
) -> Result<Revised, Failure<ProfileRefusal>> {
    let Loaded { state, since, .. } = load::<Account, _>(&ports.writer.log, account_id.uuid()).await?;
    let profile = state.profile.as_ref().ok_or(Failure::Refused(Refusal::NotFound.into()))?;
    let new = form.new_email().map_err(|refusal| Failure::Refused(Refusal::Form(refusal).into()))?;
    let new = new.filter(|new| !has_email(profile, new.as_str()));
    let withdraws = new.is_none() && form.email.is_some() && profile.pending_email.is_some();
    let password = match password.filter(|password| !password.is_empty()) {
        Some(password) if new.is_some() || withdraws => {
            Some(prove(ports, provenance, account_id, password).await?)
        }
        _ => None,
    };
    let command = ReviseProfile { account_id, form, password };
    if let Some(new) = &new {
        // For a form that breaks a rule, nothing about other accounts is revealed and no mail is sent.
        command.decide(&state).map_err(|refusal| Failure::Refused(refusal.into()))?;
        admit(ports, account_id, new).await?;
    }
    let executed = ports.writer.execute(provenance, &command).await;
    let executed = executed.map_err(|failure| failure.map(ProfileRefusal::from))?;
    let profile = executed
        .state
        .profile
        .ok_or_else(|| Failure::Defect("an account that was changed is not there".to_owned()))?;
    Ok(Revised { profile, opened_at: since.unwrap_or(provenance.at), position: executed.position })
}

/// Verifies the account's password.
async fn prove(
    ports: &AccountPorts,
    provenance: &Provenance,
    account_id: AccountId,
    password: &str,
) -> Result<PasswordKnown, Failure<ProfileRefusal>> {
    let matched = known_password(ports, account_id, password).await;
    let matched =
        matched.map_err(|failure| failure.map(|retry_in| ProfileRefusal::TooManyFailures { retry_in }))?;
    let matched = matched.ok_or(Failure::Refused(ProfileRefusal::WrongPassword))?;
    let credential = load::<Credential, _>(&ports.writer.log, account_id.uuid()).await?.state;
    // The password may have changed while it was verified.
    if credential.readable_hash() != Some(&matched) {
        return Err(Failure::Refused(ProfileRefusal::WrongPassword));
    }
    Ok(PasswordKnown {
        request_id: VerificationId::derived(provenance.command_id, "email change"),
        generation: credential.generation,
        now: provenance.at,
    })
}

/// Counts the link that is about to be mailed to this address, and checks that no other account has it.
async fn admit(
    ports: &AccountPorts,
    account_id: AccountId,
    new: &EmailAddress,
) -> Result<(), Failure<ProfileRefusal>> {
    let too_many = |retry_in| Failure::Refused(ProfileRefusal::TooManyEmails { retry_in });
    let now = ports.clock.now();
    ports.limits.email_changes.admit(account_id, now).map_err(too_many)?;
    if is_taken(&ports.writer, account_id, new, now).await? {
        return Err(Failure::Refused(EmailRefusal::Taken.into()));
    }
    ports.limits.admit_wanted_link(fingerprint(&ports.writer, new).await?, now).map_err(too_many)
}
