//! Signing up, logging in, and letting merchants sell. What spans streams happens here in steps of which each can be
//! repeated: the e-mail address is claimed, the credential is written, and last the account is opened. Until then
//! nothing of it can be seen.

mod business_photo;
mod email_claim;
mod erase;
mod log_in;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

pub use business_photo::{choose_business_photo, remove_business_photo};
use email_claim::claim_email;
pub use erase::{erase, holder_of};
use event_store::Provenance;
pub use log_in::{LogInRefusal, LoggedIn, log_in};
use service_kit::token::Claims;
use shared_events::{
    Actor, Position, Role,
    ids::{AccountId, SessionId},
};
use uuid::Uuid;

use super::{Executed, Failure, execute};
use crate::{
    App,
    domain::{
        account::{
            Account,
            approve_merchant::{self, ApproveMerchant},
            open_account::{self, OpenAccount},
            reject_merchant::{self, RejectMerchant},
            sign_up_form::{SignUpForm, check_email, check_name},
        },
        credential::{
            Credential,
            enrol::{self, Enrol},
            password,
        },
        email::claim_email::Refusal as EmailRefusal,
        form::FieldRefusal,
    },
};

/// An account that was opened without logging in to it.
#[derive(Clone, Copy, Debug)]
pub struct Opened {
    /// Which account.
    pub account_id: AccountId,
    /// Views that have come this far know it.
    pub position: Position,
}

/// Why an account was not opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignUpRefusal {
    /// The form breaks a rule.
    #[error(transparent)]
    Form(#[from] FieldRefusal),
    /// The address belongs to another account.
    #[error(transparent)]
    Email(#[from] EmailRefusal),
}

/// What an operator says about a new admin.
#[derive(Clone, Default)]
pub struct NewAdmin {
    /// The person's name.
    pub name: String,
    /// Becomes the sign-in name.
    pub email: String,
    /// In the clear.
    pub password: String,
}

/// Opens an account for somebody who signs up, and logs in. `command_id` is new for every request; the same one with
/// the same form leads to the same account.
///
/// # Errors
/// [`SignUpRefusal`] when the form breaks a rule or the e-mail address is taken.
pub async fn sign_up(
    app: &App,
    command_id: Uuid,
    form: &SignUpForm,
) -> Result<LoggedIn, Failure<SignUpRefusal>> {
    let account = form.check().map_err(|refusal| Failure::Refused(refusal.into()))?;
    let account_id = AccountId::derived(command_id, "account");
    let session_id = SessionId::derived(command_id, "session");
    let actor = Actor::Account { id: account_id, role: account.role };
    let provenance = Provenance::of_command(command_id, actor, app.clock.now());
    let executed = open(app, &provenance, account_id, &account, &form.password, Some(session_id)).await?;
    let profile = executed
        .state
        .profile
        .ok_or_else(|| Failure::Defect("an account that was opened is not there".to_owned()))?;
    let token = app.tokens.issue(&Claims::new(account_id, profile.role, session_id, provenance.at));
    Ok(LoggedIn { profile, opened_at: provenance.at, token, position: executed.position })
}

/// Opens an admin's account: an operator's command, which no request reaches.
///
/// # Errors
/// [`SignUpRefusal`] when name, e-mail or password break a rule, or the e-mail address is taken.
pub async fn open_admin(app: &App, admin: &NewAdmin) -> Result<Opened, Failure<SignUpRefusal>> {
    let refused = |refusal: FieldRefusal| Failure::Refused(refusal.into());
    let account = OpenAccount {
        role: Role::Admin,
        name: check_name(&admin.name).map_err(refused)?,
        email: check_email(&admin.email).map_err(refused)?,
        phone: None,
        address: None,
        business: None,
    };
    password::check(&admin.password)
        .map_err(|weak| refused(FieldRefusal::new("password", weak.to_string())))?;
    let provenance = app.command_by(Actor::system("admin create"));
    let account_id = AccountId::derived(provenance.command_id, "account");
    let executed = open(app, &provenance, account_id, &account, &admin.password, None).await?;
    Ok(Opened { account_id, position: executed.position })
}

/// Lets a merchant sell. `provenance` names the admin.
///
/// # Errors
/// See [`approve_merchant::Refusal`].
pub async fn approve_merchant(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    reason: Option<String>,
) -> Result<Executed<Account>, Failure<approve_merchant::Refusal>> {
    let command = ApproveMerchant { account_id, reason };
    let decide = |account: &Account| approve_merchant::decide(account, &command);
    execute(app, provenance, account_id.uuid(), decide).await
}

/// Does not let a merchant sell. `provenance` names the admin.
///
/// # Errors
/// See [`reject_merchant::Refusal`].
pub async fn reject_merchant(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    reason: String,
) -> Result<Executed<Account>, Failure<reject_merchant::Refusal>> {
    let command = RejectMerchant { account_id, reason };
    let decide = |account: &Account| reject_merchant::decide(account, &command);
    execute(app, provenance, account_id.uuid(), decide).await
}

async fn open(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    account: &OpenAccount,
    password: &str,
    session_id: Option<SessionId>,
) -> Result<Executed<Account>, Failure<SignUpRefusal>> {
    let claimed = claim_email(app, provenance, account_id, &account.email).await;
    claimed.map_err(|failure| failure.map(SignUpRefusal::from))?;
    let command = Enrol { account_id, hash: app.passwords.hash(password).await, session_id };
    let enrolled = execute(app, provenance, account_id.uuid(), |credential: &Credential| {
        Ok::<_, Infallible>(enrol::decide(credential, &command))
    });
    enrolled.await.map_err(never_refused)?;
    let opened = execute(app, provenance, account_id.uuid(), |present: &Account| {
        Ok::<_, Infallible>(open_account::decide(present, account_id, account))
    });
    opened.await.map_err(never_refused)
}

fn never_refused<R>(failure: Failure<Infallible>) -> Failure<R> {
    failure.map(|never| match never {})
}
