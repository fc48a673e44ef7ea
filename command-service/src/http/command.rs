//! Extractors of the command that a request sends.

use std::convert::Infallible;

use axum::{extract::FromRequestParts, http::request::Parts};
use domain::account::Account;
use event_store::Provenance;
use service_kit::{
    Problem,
    caller::Caller,
    error_answers::{ErrorAnswer, ErrorAnswers},
};
use shared_events::Role;

use crate::{
    App,
    account_limits::{Standing, UsedUp},
    application::{CommandAttempt, load},
    idempotency::KeyedAttempt,
};

/// A logged-in caller, such as `Caller` or `Admin`, whose account may write more at present. Others get 429.
pub(crate) struct Admitted<C>(pub(crate) C);

impl<C> FromRequestParts<App> for Admitted<C>
where
    C: FromRequestParts<App, Rejection = Problem> + AsRef<Caller> + Send,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let caller = C::from_request_parts(parts, app).await?;
        admit(app, caller.as_ref()).await?;
        Ok(Self(caller))
    }
}

impl<C: ErrorAnswers> ErrorAnswers for Admitted<C> {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = C::ERROR_ANSWERS;
}

/// Counts a command of the caller. Whether a merchant is approved is looked up only beyond the allowance of one who is not.
async fn admit(app: &App, caller: &Caller) -> Result<(), Problem> {
    let limits = &app.writer.account_limits;
    let admit = |standing| limits.admit(caller.account, standing, app.clock.now());
    let refused = |used_up: UsedUp| Problem::too_many(used_up.to_string(), used_up.retry_in());
    match admit(caller.role.into()) {
        Ok(()) => Ok(()),
        Err(used_up) if caller.role == Role::Merchant => {
            let account = load::<Account, Infallible>(&app.writer.log, caller.account.uuid()).await;
            let account = account.map_err(|failure| Problem::unavailable(&failure))?.state;
            if account.seller().is_none() {
                let text = format!("{used_up} Approved merchants may do more.");
                return Err(refused(used_up).saying(text));
            }
            admit(Standing::ApprovedMerchant).map_err(refused)
        }
        Err(used_up) => Err(refused(used_up)),
    }
}

/// A command of a logged-in caller: who sends it, such as `Caller` or `Admin`, and its provenance,
/// with the time at which the head of the request arrived.
pub(crate) struct CommandBy<C>(pub(crate) C, pub(crate) Provenance);

impl<C> FromRequestParts<App> for CommandBy<C>
where
    C: FromRequestParts<App, Rejection = Problem> + AsRef<Caller> + Send,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Admitted(caller) = Admitted::<C>::from_request_parts(parts, app).await?;
        let Ok(attempt) = CommandAttempt::from_request_parts(parts, app).await;
        let provenance = attempt.by(caller.as_ref().actor());
        Ok(Self(caller, provenance))
    }
}

impl<C: ErrorAnswers> ErrorAnswers for CommandBy<C> {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = C::ERROR_ANSWERS;
}

impl FromRequestParts<App> for CommandAttempt {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let attempt = app.attempt();
        Ok(match parts.extensions.get::<KeyedAttempt>() {
            Some(KeyedAttempt { ids, repetition }) => {
                Self { ids: ids.clone(), repetition: *repetition, ..attempt }
            }
            None => attempt,
        })
    }
}

impl ErrorAnswers for CommandAttempt {}
