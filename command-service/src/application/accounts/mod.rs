//! Use cases of accounts, by their owners and by admins. Use cases that write to several streams do so in steps
//! that can each be repeated. Signing up claims the e-mail address, writes the credential, and opens the
//! account last; nothing is visible until then.

mod api_keys;
mod delete_account;
mod device;
mod email_claim;
mod erase;
mod favourites;
mod log_in;
mod passwords;
mod ports;
mod profile;
mod sessions;
mod standing;
#[cfg(test)]
mod tests;
mod traces;
mod under_way;
mod verify_email;
mod webhooks;

pub use api_keys::{ApiKeyRefusal, CreatedApiKey, create_api_key};
use chrono::{DateTime, Utc};
pub use delete_account::{DeleteRefusal, delete_account};
pub use device::Device;
use domain::{
    account::{
        Account, LINK_LIFETIME, MailedLink,
        open_account::{AccountDetails, OpenAccount},
        sign_up_form::{SignUpForm, check_email, check_name},
    },
    credential::{enrol::Enrol, password},
    email::claim_email::Refusal as EmailRefusal,
    form::FieldRefusal,
};
pub use email_claim::holder_of;
use email_claim::{claim_email, fingerprint, is_taken};
pub(super) use erase::forget;
pub use erase::{Cleared, clear, erase, remove_webhooks};
use event_store::Provenance;
pub use favourites::{FavouriteRefusal, add_favourite};
pub use log_in::{LogIn, LogInRefusal, LoggedIn, log_in};
use log_in::{VerifiedLogIn, open_session};
pub(super) use passwords::confirm_password;
pub use passwords::{
    ChangePasswordRefusal, PasswordRefusal, ResetRefusal, change_password, request_password_reset,
    reset_password,
};
pub use ports::{AccountPorts, ErasurePorts};
pub use profile::{ProfileRefusal, Revised, revise_profile};
pub use sessions::{end_other_sessions, end_session};
use shared_events::{
    Actor, Position, Role,
    events::UserAgent,
    ids::{AccountId, VerificationId},
};
pub use standing::{deactivate, reactivate};
pub(super) use under_way::has_orders_under_way;
pub use under_way::{OpenOrder, open_sales};
pub use verify_email::{
    ResendRefusal, Verifiable, VerifyRefusal, look_at_verification, resend_verification, verify_email,
};
pub use webhooks::{RotateRefusal, WebhookRefusal, create_webhook, rotate_secret};

use super::{CommandAttempt, Executed, Failure, load};
use crate::passwords::{Asker, Place};

/// A new account whose owner is not logged in.
#[derive(Clone, Copy, Debug)]
pub struct Opened {
    pub account_id: AccountId,
    /// A position in the log: a view that has reached it contains the account.
    pub position: Position,
}

/// Reasons not to open an account.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignUpRefusal {
    /// The form breaks a rule.
    #[error(transparent)]
    Form(#[from] FieldRefusal),
    /// The address belongs to another account.
    #[error(transparent)]
    Email(#[from] EmailRefusal),
}

/// An operator's input for a new admin.
#[derive(Clone, Default)]
pub struct NewAdmin {
    /// The person's name.
    pub name: String,
    /// Becomes the sign-in name.
    pub email: String,
    /// In plain text.
    pub password: String,
}

/// Opens an account for a person who signs up, and logs in. Repeating the command with the same form gives the same
/// account, which becomes the actor. `asker` is the caller for the password queue; `agent` is the browser's
/// description of itself.
///
/// # Errors
/// [`SignUpRefusal`]: the form breaks a rule, or the e-mail address is taken.
pub async fn sign_up(
    ports: &AccountPorts,
    command: &Provenance,
    asker: Asker,
    form: &SignUpForm,
    agent: UserAgent,
) -> Result<LoggedIn, Failure<SignUpRefusal>> {
    let account = form.check().map_err(|refusal| Failure::Refused(refusal.into()))?;
    let account_id = AccountId::derived(command.command_id, "account");
    let actor = Actor::Account { id: account_id, role: account.role };
    let provenance = Provenance { actor, ..command.clone() };
    let link = MailedLink {
        request_id: VerificationId::derived(provenance.command_id, "verification"),
        expires_at: provenance.at + LINK_LIFETIME,
    };
    let place = ports.passwords.queue(asker)?;
    let (executed, since) =
        open(ports, &provenance, &place, account_id, &account, &form.password, Some(link)).await?;
    let claim = fingerprint(&ports.writer, &account.email).await?;
    let profile = executed
        .state
        .profile
        .ok_or_else(|| Failure::Defect("an account that was opened is not there".to_owned()))?;
    let opened_at = since.unwrap_or(provenance.at);
    let verified = VerifiedLogIn { claim, profile, opened_at, generation: 0, agent };
    open_session(ports, &provenance, verified).await
}

/// Opens an admin's account. Only an operator's command calls this; no request does.
///
/// # Errors
/// [`SignUpRefusal`]: name, e-mail or password break a rule, or the e-mail address is taken.
pub async fn open_admin(
    ports: &AccountPorts,
    attempt: &CommandAttempt,
    admin: &NewAdmin,
) -> Result<Opened, Failure<SignUpRefusal>> {
    let refused = |refusal: FieldRefusal| Failure::Refused(refusal.into());
    let account = AccountDetails {
        role: Role::Admin,
        name: check_name(&admin.name).map_err(refused)?,
        email: check_email(&admin.email).map_err(refused)?,
        phone: None,
        address: None,
        business: None,
    };
    password::check(&admin.password)
        .map_err(|weak| refused(FieldRefusal::new("password", weak.to_string())))?;
    let provenance = attempt.by(Actor::system("admin create"));
    let account_id = AccountId::derived(provenance.command_id, "account");
    let place = ports.passwords.queue(Asker::Known(account_id.uuid()))?;
    let (executed, _) = open(ports, &provenance, &place, account_id, &account, &admin.password, None).await?;
    Ok(Opened { account_id, position: executed.position })
}

/// Opens the account, unless an earlier attempt of the same command did. Also returns the time at which that attempt did.
async fn open(
    ports: &AccountPorts,
    provenance: &Provenance,
    place: &Place,
    account_id: AccountId,
    account: &AccountDetails,
    password: &str,
    mut verification: Option<MailedLink>,
) -> Result<(Executed<Account>, Option<DateTime<Utc>>), Failure<SignUpRefusal>> {
    let before = load::<Account, _>(&ports.writer.log, account_id.uuid()).await?;
    let since = before.since;
    if before.state.erased {
        return Err(Failure::Erased);
    }
    // A repeated command finds its account, which may have changed its address since.
    if before.state.profile.is_none() {
        if is_taken(&ports.writer, account_id, &account.email, provenance.at).await? {
            return Err(Failure::Refused(EmailRefusal::Taken.into()));
        }
        if let Some(link) = &mut verification {
            let to = fingerprint(&ports.writer, &account.email).await?;
            if ports.limits.email_links.admit(to, provenance.at).is_err() {
                // A person without access to the mailbox must not block the owner of an address from signing up. An
                // expired link is not mailed; the owner requests another one later.
                link.expires_at = provenance.at;
            }
        }
        let claimed = claim_email(&ports.writer, provenance, account_id, &account.email).await;
        claimed.map_err(|failure| failure.map(SignUpRefusal::from))?;
    }
    let enrol = Enrol { account_id, hash: place.hash(password).await };
    ports.writer.execute(provenance, &enrol).await.map_err(Failure::never_refused)?;
    let open = OpenAccount { account_id, details: account.clone(), verification };
    let executed = ports.writer.execute_on(provenance, before, &open).await;
    Ok((executed.map_err(Failure::never_refused)?, since))
}
