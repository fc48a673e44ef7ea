//! An optional request body with the reason of a decision.

use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, Request},
};
use domain::form::FieldRefusal;
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    error_answers::{ErrorAnswer, ErrorAnswers},
    extract::Json,
};
use utoipa::ToSchema;

use super::review::reason;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NoteRequest {
    /// The reason, for the audit.
    #[schema(nullable = false)]
    reason: Option<String>,
}

/// The reason, if the request has a body with one.
pub(crate) struct Note(pub(super) Option<String>);

impl ErrorAnswers for Note {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = {
        let [malformed, too_large, unsupported, _] = Json::<NoteRequest>::ERROR_ANSWERS else { panic!() };
        &[
            *malformed,
            *too_large,
            *unsupported,
            (Code::Invalid, "The reason is too long or of the wrong type"),
        ]
    };
}

impl<S: Send + Sync> FromRequest<S> for Note {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let refused = |fault: FieldRefusal| Problem::field(fault.field, fault.text);
        Ok(Self(reason(given(request, state).await?.as_deref()).map_err(refused)?))
    }
}

/// The reason as it stands in the request; `None` without a body or without a reason in it.
pub(super) async fn given<S: Send + Sync>(request: Request, state: &S) -> Result<Option<String>, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = Bytes::from_request(Request::from_parts(parts.clone(), body), state).await;
    let bytes = bytes.map_err(|_| Problem::new(Code::TooLarge, "The request is too large"))?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let request = Request::from_parts(parts, Body::from(bytes));
    let Json(note) = Json::<NoteRequest>::from_request(request, state).await?;
    Ok(note.reason)
}
