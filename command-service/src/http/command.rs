//! Extractors of the command that a request sends.

use std::convert::Infallible;

use axum::{extract::FromRequestParts, http::request::Parts};
use event_store::Provenance;
use service_kit::{
    Problem,
    caller::Caller,
    error_answers::{ErrorAnswer, ErrorAnswers},
};

use crate::{App, application::CommandAttempt, idempotency::KeyedAttempt};

/// A command of a logged-in caller: who sends it, such as `Caller` or `Admin`, and its provenance,
/// with the time at which the head of the request arrived.
pub(crate) struct CommandBy<C>(pub(crate) C, pub(crate) Provenance);

impl<C> FromRequestParts<App> for CommandBy<C>
where
    C: FromRequestParts<App, Rejection = Problem> + AsRef<Caller> + Send,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let caller = C::from_request_parts(parts, app).await?;
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
