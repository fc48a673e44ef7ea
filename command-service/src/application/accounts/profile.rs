//! The settings. A new e-mail address is claimed first, then it is the account's, then the old one is given back. A
//! process that dies in between leaves a claim behind that nobody logs in with, and that anybody may take over after a
//! minute.

use chrono::{DateTime, TimeDelta, Utc};
use event_store::Provenance;
use shared_events::{Position, Version, ids::AccountId};
use uuid::Uuid;

use super::{
    super::{Failure, Loaded, execute, load},
    email_claim::{claim_email, fingerprint, is_of, release_email, version_of},
};
use crate::{
    App,
    domain::{
        account::{
            Account, Profile,
            profile_form::ProfileForm,
            revise_profile::{self, Refusal},
        },
        email::{EmailAddress, claim_email::Refusal as EmailRefusal},
    },
};

/// A change of the e-mail address that lost this often to others of the same account is answered with "try again".
const ATTEMPTS: usize = 4;

/// Why the settings stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileRefusal {
    /// The form breaks a rule.
    #[error(transparent)]
    Form(#[from] Refusal),
    /// The address belongs to another account.
    #[error(transparent)]
    Email(#[from] EmailRefusal),
    /// The account has tried too many addresses.
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

/// Changes what the form says.
///
/// # Errors
/// See [`ProfileRefusal`].
pub async fn revise_profile(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    form: &ProfileForm,
) -> Result<Revised, Failure<ProfileRefusal>> {
    for _ in 0..ATTEMPTS {
        match try_to_revise(app, provenance, account_id, form).await {
            Err(Failure::Refused(ProfileRefusal::Form(Refusal::EmailMoved))) => {}
            outcome => return outcome,
        }
    }
    Err(Failure::Refused(Refusal::EmailMoved.into()))
}

async fn try_to_revise(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    form: &ProfileForm,
) -> Result<Revised, Failure<ProfileRefusal>> {
    let Loaded { state, since, .. } = load::<Account, _>(&app.log, account_id.uuid()).await?;
    let profile = state.profile.as_ref().ok_or(Failure::Refused(Refusal::NotFound.into()))?;
    let changes = profile.email_changes;
    let decide = |account: &Account| revise_profile::decide(account, form, changes);
    // Nothing is claimed for a form that breaks a rule.
    decide(&state).map_err(|refusal| Failure::Refused(refusal.into()))?;
    let new = form.new_email().map_err(|refusal| Failure::Refused(Refusal::Form(refusal).into()))?;
    let new = new.filter(|new| !is_of(new, profile));
    let old = match &new {
        Some(_) => old_claim(app, profile).await?,
        None => None,
    };
    if let Some(new) = &new {
        let admitted = app.limits.email_changes.admit(account_id, app.clock.now());
        admitted.map_err(|retry_in| Failure::Refused(ProfileRefusal::TooManyEmails { retry_in }))?;
        let claimed = claim_email(app, provenance, account_id, new).await;
        claimed.map_err(|failure| failure.map(ProfileRefusal::from))?;
    }
    let executed = execute(app, provenance, account_id.uuid(), decide).await;
    let executed = executed.map_err(|failure| failure.map(ProfileRefusal::from))?;
    if let Some(old) = old {
        give_back(app, provenance, account_id, old).await?;
    }
    let profile = executed
        .state
        .profile
        .ok_or_else(|| Failure::Defect("an account that was changed is not there".to_owned()))?;
    Ok(Revised { profile, opened_at: since.unwrap_or(provenance.at), position: executed.position })
}

/// The address that the account had, with its claim as it stood before the change.
struct Old {
    address: EmailAddress,
    claim: Uuid,
    version: Version,
}

async fn old_claim<R>(app: &App, profile: &Profile) -> Result<Option<Old>, Failure<R>> {
    let Some(address) = profile.email.get().and_then(|email| EmailAddress::parse(email)) else {
        return Ok(None);
    };
    let claim = fingerprint(app, &address).await?;
    Ok(Some(Old { address, claim, version: version_of(app, claim).await? }))
}

/// Gives the old address back, unless the account has it: a command that is sent again may have found that its change is
/// history, and others came after it. If the claim is made anew meanwhile, because the account is about to go back to
/// that address, it is not given back either.
async fn give_back<R>(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    old: Old,
) -> Result<(), Failure<R>> {
    let present = load::<Account, _>(&app.log, account_id.uuid()).await?.state.profile;
    if present.is_some_and(|profile| is_of(&old.address, &profile)) {
        return Ok(());
    }
    release_email(app, provenance, account_id, old.claim, old.version).await
}
