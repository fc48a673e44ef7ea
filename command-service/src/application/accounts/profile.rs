//! The settings. Another e-mail address needs the password, and waits until the link that is mailed to it is used: see
//! [`super::verify_email`].

use chrono::{DateTime, TimeDelta, Utc};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, VerificationId},
};

use super::{
    super::{Failure, Loaded, execute, load},
    email_claim::{fingerprint, is_taken},
    passwords::known_password,
};
use crate::{
    App,
    domain::{
        account::{
            Account, Profile,
            profile_form::ProfileForm,
            revise_profile::{self, PasswordKnown, Refusal, has_email},
        },
        credential::Credential,
        email::{EmailAddress, claim_email::Refusal as EmailRefusal},
    },
};

/// Why the settings stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileRefusal {
    /// The form breaks a rule.
    #[error(transparent)]
    Form(#[from] Refusal),
    /// The address belongs to another account.
    #[error(transparent)]
    Email(#[from] EmailRefusal),
    /// It is not the password.
    #[error("Current password is incorrect")]
    WrongPassword,
    /// Too many wrong passwords.
    #[error("Too many failed attempts. Please try again later.")]
    TooManyFailures {
        /// When the next try is allowed.
        retry_in: TimeDelta,
    },
    /// The account has tried too many addresses, or this one was mailed too many links.
    #[error("You have tried to change your email address too often. Please try again later.")]
    TooManyEmails {
        /// When the next try is allowed.
        retry_in: TimeDelta,
    },
}

/// A profile that was changed.
#[derive(Clone, Debug)]
pub struct Revised {
    /// As it is now.
    pub profile: Profile,
    /// When the account was opened.
    pub opened_at: DateTime<Utc>,
    /// Views that have come this far show it.
    pub position: Position,
}

/// Changes what the form says. `password` is the account's own, if it was given; an e-mail address needs it.
///
/// # Errors
/// See [`ProfileRefusal`].
pub async fn revise_profile(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    form: &ProfileForm,
    password: Option<&str>,
) -> Result<Revised, Failure<ProfileRefusal>> {
    let Loaded { state, since, .. } = load::<Account, _>(&app.log, account_id.uuid()).await?;
    let profile = state.profile.as_ref().ok_or(Failure::Refused(Refusal::NotFound.into()))?;
    let new = form.new_email().map_err(|refusal| Failure::Refused(Refusal::Form(refusal).into()))?;
    let new = new.filter(|new| !has_email(profile, new.as_str()));
    let withdraws = new.is_none() && form.email.is_some() && profile.pending_email.is_some();
    let known = match password.filter(|password| !password.is_empty()) {
        Some(password) if new.is_some() || withdraws => {
            Some(prove(app, provenance, account_id, password).await?)
        }
        _ => None,
    };
    let decide = |account: &Account| revise_profile::decide(account, form, known.as_ref());
    if let Some(new) = &new {
        // Nothing is told about other accounts, and no mail is sent, for a form that breaks a rule.
        decide(&state).map_err(|refusal| Failure::Refused(refusal.into()))?;
        admit(app, account_id, new).await?;
    }
    let executed = execute(app, provenance, account_id.uuid(), decide).await;
    let executed = executed.map_err(|failure| failure.map(ProfileRefusal::from))?;
    let profile = executed
        .state
        .profile
        .ok_or_else(|| Failure::Defect("an account that was changed is not there".to_owned()))?;
    Ok(Revised { profile, opened_at: since.unwrap_or(provenance.at), position: executed.position })
}

/// Finds out whether this is the account's password.
async fn prove(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    password: &str,
) -> Result<PasswordKnown, Failure<ProfileRefusal>> {
    let matched = known_password(app, account_id, password).await;
    let matched =
        matched.map_err(|failure| failure.map(|retry_in| ProfileRefusal::TooManyFailures { retry_in }))?;
    let matched = matched.ok_or(Failure::Refused(ProfileRefusal::WrongPassword))?;
    let credential = load::<Credential, _>(&app.log, account_id.uuid()).await?.state;
    // It may be another one by now.
    if credential.readable_hash() != Some(&matched) {
        return Err(Failure::Refused(ProfileRefusal::WrongPassword));
    }
    Ok(PasswordKnown {
        request_id: VerificationId::derived(provenance.command_id, "email change"),
        generation: credential.generation,
        now: provenance.at,
    })
}

/// Counts a link that is about to be mailed to this address, which must not be another account's.
async fn admit(app: &App, account_id: AccountId, new: &EmailAddress) -> Result<(), Failure<ProfileRefusal>> {
    let too_many = |retry_in| Failure::Refused(ProfileRefusal::TooManyEmails { retry_in });
    let now = app.clock.now();
    app.limits.email_changes.admit(account_id, now).map_err(too_many)?;
    if is_taken(app, account_id, new).await? {
        return Err(Failure::Refused(EmailRefusal::Taken.into()));
    }
    app.limits.admit_wanted_link(fingerprint(app, new).await?, now).map_err(too_many)
}
