//! Signing up, logging in, and letting merchants sell. What spans streams happens here in steps of which each can be
//! repeated: the e-mail address is claimed, the credential is written, and last the account is opened. Until then
//! nothing of it can be seen.

use std::{collections::BTreeSet, convert::Infallible};

use chrono::{DateTime, TimeDelta, Utc};
use event_store::{LogError, Provenance};
use service_kit::token::Claims;
use shared_events::{
    Actor, Position, Role,
    events::EmailEvent,
    ids::{AccountId, SessionId},
};
use uuid::{Builder, Uuid};

use super::{Executed, Failure, Loaded, execute, load};
use crate::{
    App,
    domain::{
        account::{
            Account, Profile,
            approve_merchant::{self, ApproveMerchant},
            open_account::{self, OpenAccount},
            reject_merchant::{self, RejectMerchant},
            sign_up_form::{SignUpForm, check_email, check_name},
        },
        credential::{
            Credential,
            enrol::{self, Enrol},
            password,
            start_session::{self, StartSession},
        },
        email::{
            Email, EmailAddress,
            claim_email::{self, ClaimEmail},
        },
        form::FieldRefusal,
    },
};

/// Whose key fingerprints e-mail addresses: this installation itself, so that the key is never deleted. Whoever has the
/// log alone cannot test whether somebody has an account.
const INSTALLATION: Uuid = Uuid::from_u128(0x6772_6565_6e73_4741_8c6c_0000_0000_0001);

/// No request runs for that long: who claimed an address before that, and has not opened an account, never will.
const CLAIM_IS_ABANDONED_AFTER: TimeDelta = TimeDelta::minutes(1);

/// An account that somebody is now logged in to.
#[derive(Clone, Debug)]
pub struct LoggedIn {
    /// What is known about the account.
    pub profile: Profile,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// Proves the session to every service.
    pub token: String,
    /// Views that have come this far know the account and the session.
    pub position: Position,
}

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
    Email(#[from] claim_email::Refusal),
}

/// Why somebody was not logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogInRefusal {
    /// There is no such account, or it has another password: the caller is not told which.
    #[error("Invalid email or password")]
    WrongPassword,
    /// Too many failures for this address.
    #[error("Too many failed sign-ins. Please try again later.")]
    TooManyFailures {
        /// When the next try is allowed.
        retry_in: TimeDelta,
    },
}

/// What an operator says about a new admin.
#[derive(Clone, Debug, Default)]
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
    let profile = profile_of(executed.state)?;
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

/// Logs somebody in who knows the password.
///
/// # Errors
/// [`LogInRefusal`]: unknown addresses and wrong passwords look alike and take the same time.
pub async fn log_in(app: &App, email: &str, password: &str) -> Result<LoggedIn, Failure<LogInRefusal>> {
    const WRONG: Failure<LogInRefusal> = Failure::Refused(LogInRefusal::WrongPassword);
    let address = EmailAddress::parse(email).ok_or(WRONG)?;
    let claim = fingerprint(app, &address).await?;
    let now = app.clock.now();
    app.limits
        .log_ins
        .admit(claim, now)
        .map_err(|retry_in| Failure::Refused(LogInRefusal::TooManyFailures { retry_in }))?;
    let result = log_in_to(app, claim, password).await;
    match &result {
        Ok(_) => app.limits.log_ins.forget(&claim),
        // Nobody was told whether the password is right.
        Err(Failure::Unavailable(_) | Failure::Defect(_)) => app.limits.log_ins.take_back(&claim),
        Err(Failure::Refused(_)) => {}
    }
    result
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
    execute(&app.log, provenance, account_id.uuid(), decide).await
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
    execute(&app.log, provenance, account_id.uuid(), decide).await
}

async fn open(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    account: &OpenAccount,
    password: &str,
    session_id: Option<SessionId>,
) -> Result<Executed<Account>, Failure<SignUpRefusal>> {
    claim_email(app, provenance, account_id, &account.email).await?;
    let command = Enrol { account_id, hash: app.passwords.hash(password).await, session_id };
    let enrolled = execute(&app.log, provenance, account_id.uuid(), |credential: &Credential| {
        Ok::<_, Infallible>(enrol::decide(credential, &command))
    });
    enrolled.await.map_err(never_refused)?;
    let opened = execute(&app.log, provenance, account_id.uuid(), |present: &Account| {
        Ok::<_, Infallible>(open_account::decide(present, account_id, account))
    });
    opened.await.map_err(never_refused)
}

async fn claim_email(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    address: &EmailAddress,
) -> Result<(), Failure<SignUpRefusal>> {
    let claim = fingerprint(app, address).await?;
    let command = ClaimEmail { account_id, abandoned_by: abandoned_by(app, claim).await? };
    let decide = |email: &Email| claim_email::decide(email, &command);
    let claimed = execute(&app.log, provenance, claim, decide).await;
    claimed.map(|_| ()).map_err(|failure| failure.map(SignUpRefusal::from))
}

/// Who claimed an address so long ago, without opening an account, that nobody is opening it any more.
async fn abandoned_by(app: &App, claim: Uuid) -> Result<Option<AccountId>, LogError> {
    let Some(last) = app.log.last::<EmailEvent>(claim).await? else { return Ok(None) };
    let EmailEvent::EmailClaimed { account_id } = last.event;
    if app.clock.now() - last.recorded_at < CLAIM_IS_ABANDONED_AFTER {
        return Ok(None);
    }
    let opened = app.log.last::<shared_events::events::AccountEvent>(account_id.uuid()).await?.is_some();
    Ok((!opened).then_some(account_id))
}

/// The stream of an address: the same for every spelling of it, and telling nobody which address it is.
async fn fingerprint<R>(app: &App, address: &EmailAddress) -> Result<Uuid, Failure<R>> {
    let keys = app.log.keyring().find_or_make(&BTreeSet::from([INSTALLATION])).await;
    let keys = keys.map_err(|error| Failure::Unavailable(error.to_string()))?;
    let key = keys.get(&INSTALLATION).ok_or_else(|| {
        Failure::Defect(
            "the key of this installation was erased: no address can be found any more".to_owned(),
        )
    })?;
    let mac = key.fingerprint(address.normalised().as_bytes());
    let [first, _] =
        [&mac[..16], &mac[16..]].map(|half| half.try_into().expect("a MAC has two halves of 16 bytes"));
    Ok(Builder::from_custom_bytes(first).into_uuid())
}

async fn log_in_to(app: &App, claim: Uuid, password: &str) -> Result<LoggedIn, Failure<LogInRefusal>> {
    const WRONG: Failure<LogInRefusal> = Failure::Refused(LogInRefusal::WrongPassword);
    let Loaded { state: email, .. } = load::<Email, _>(&app.log, claim).await?;
    let Some(account_id) = email.holder else {
        app.passwords.verify(password, None).await;
        return Err(WRONG);
    };
    let (credential, account) = tokio::try_join!(
        load::<Credential, _>(&app.log, account_id.uuid()),
        load::<Account, _>(&app.log, account_id.uuid()),
    )?;
    let hash = credential.state.readable_hash();
    let known = app.passwords.verify(password, hash.map(String::as_str)).await;
    let (Some(hash), Some(profile), Some(opened_at), true) =
        (hash, account.state.profile, account.since, known)
    else {
        return Err(WRONG);
    };
    let provenance = app.command_by(Actor::Account { id: account_id, role: profile.role });
    let session_id = SessionId::derived(provenance.command_id, "session");
    let command = StartSession { account_id, session_id, matched_hash: hash.clone() };
    let decide = |credential: &Credential| start_session::decide(credential, &command);
    let started = execute(&app.log, &provenance, account_id.uuid(), decide).await;
    let started = started.map_err(|failure| failure.map(|_| LogInRefusal::WrongPassword))?;
    let token = app.tokens.issue(&Claims::new(account_id, profile.role, session_id, provenance.at));
    Ok(LoggedIn { profile, opened_at, token, position: started.position })
}

fn profile_of<R>(account: Account) -> Result<Profile, Failure<R>> {
    account.profile.ok_or_else(|| Failure::Defect("an account that was opened is not there".to_owned()))
}

fn never_refused<R>(failure: Failure<Infallible>) -> Failure<R> {
    failure.map(|never| match never {})
}
