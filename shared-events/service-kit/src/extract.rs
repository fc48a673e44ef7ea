//! Extractors that answer invalid requests with problem documents.

use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, FromRequestParts, Request, rejection::JsonRejection},
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    error_answers::{ErrorAnswer, ErrorAnswers, Returned},
    problem::{Code, Problem},
    shape_fault::ShapeFault,
};

/// The largest JSON body, in bytes.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// A JSON body or answer.
///
/// A body that is not JSON gets 400; JSON of the wrong shape, or with a NUL character in a text, which Postgres cannot
/// store, gets 422; another media type gets 415; a body that is too large gets 413.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let body = Bytes::from_request(Request::from_parts(parts.clone(), body), state).await;
        let body = body.map_err(|rejection| refuse_json(&rejection.into()))?;
        let contains_nul = contains_nul(&body);
        // serde does not check the encoding of members that it skips, so check the whole body.
        let is_text = std::str::from_utf8(&body).is_ok();
        let request = Request::from_parts(parts, Body::from(body));
        let axum::Json(value) =
            axum::Json::from_request(request, state).await.map_err(|rejection| refuse_json(&rejection))?;
        if !is_text {
            return Err(refuse_broken());
        }
        if contains_nul { Err(Problem::new(Code::Invalid, NUL_REFUSED)) } else { Ok(Self(value)) }
    }
}

impl<T> ErrorAnswers for Json<T> {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = &[
        (Code::Malformed, "Not JSON, or a malformed `Idempotency-Key`"),
        (Code::TooLarge, "The body is larger than a megabyte"),
        (Code::UnsupportedMedia, "The body is not declared as JSON"),
        (Code::Invalid, "A field is missing, wrong or of the wrong type"),
    ];
}

/// A JSON body that may be missing: an empty body gives the default. Everything else is checked as by [`Json`].
#[derive(Clone, Copy, Debug)]
pub struct JsonOrNothing<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for JsonOrNothing<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let body = Bytes::from_request(Request::from_parts(parts.clone(), body), state).await;
        let body = body.map_err(|rejection| refuse_json(&rejection.into()))?;
        if body.is_empty() {
            return Ok(Self(T::default()));
        }
        let request = Request::from_parts(parts, Body::from(body));
        Json::from_request(request, state).await.map(|Json(value)| Self(value))
    }
}

impl<T> ErrorAnswers for JsonOrNothing<T> {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = Json::<T>::ERROR_ANSWERS;
}

const NUL_REFUSED: &str = "Text cannot contain the NUL character";

/// Whether a text in this JSON contains U+0000. It can only be there as an escape: `\u0000` after an even number of
/// backslashes.
fn contains_nul(json: &[u8]) -> bool {
    const NUL_ESCAPE: &[u8] = br"\u0000";
    json.windows(NUL_ESCAPE.len()).enumerate().filter(|(_, window)| *window == NUL_ESCAPE).any(|(at, _)| {
        let backslashes = json[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        backslashes % 2 == 0
    })
}

/// An answer without errors.
impl<T> Returned for Json<T> {
    type Error = Problem;
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

fn refuse_json(rejection: &JsonRejection) -> Problem {
    let code = match (rejection, rejection.status()) {
        (JsonRejection::JsonDataError(_), _) => Code::Invalid,
        (JsonRejection::MissingJsonContentType(_), _) => Code::UnsupportedMedia,
        (_, StatusCode::PAYLOAD_TOO_LARGE) => Code::TooLarge,
        _ => Code::Malformed,
    };
    match code {
        Code::Invalid => refuse_shape(code, &rejection.body_text()),
        Code::UnsupportedMedia => Problem::new(code, "Please send the body as application/json"),
        Code::TooLarge => Problem::new(code, "The request is too large"),
        _ => refuse_broken(),
    }
}

/// Refuses JSON or a query string of the wrong shape. `text` is the framework's: a sentence about what was read, and then
/// the fault.
fn refuse_shape(code: Code, text: &str) -> Problem {
    let fault = ["the JSON body into the target type: ", "query string: "]
        .iter()
        .find_map(|end| text.split_once(&format!("Failed to deserialize {end}")))
        .map_or(text, |(_, fault)| fault);
    let ShapeFault { field, message } = ShapeFault::read(fault);
    let problem = Problem::new(code, message);
    if field.is_empty() { problem } else { problem.in_field(field) }
}

fn refuse_broken() -> Problem {
    Problem::new(Code::Malformed, "The body is not valid JSON")
}

/// The query string. Values of the wrong type, or with a NUL character, which Postgres does not accept in a comparison,
/// get 400.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        if parts.uri.query().is_some_and(|query| query.contains("%00")) {
            return Err(Problem::new(Code::Malformed, NUL_REFUSED));
        }
        let found = axum::extract::Query::from_request_parts(parts, state).await;
        let axum::extract::Query(value) =
            found.map_err(|rejection| refuse_shape(Code::Malformed, &rejection.body_text()))?;
        Ok(Self(value))
    }
}

impl<T> ErrorAnswers for Query<T> {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = &[(Code::Malformed, "The query string cannot be read")];
}

/// A path parameter. An invalid one gets 404 with the text `Not found`. A handler whose specification has another text
/// takes a `String` and parses it itself.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let found = axum::extract::Path::from_request_parts(parts, state).await;
        let axum::extract::Path(value) = found.map_err(|_| Problem::new(Code::NotFound, "Not found"))?;
        Ok(Self(value))
    }
}

impl<T> ErrorAnswers for Path<T> {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = &[(Code::NotFound, "Nothing has this id")];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_found_whatever_precedes_it() {
        for json in [r#""\u0000""#, r#"{"a": ["\\\u0000"]}"#, r#""x\u0000y""#] {
            assert!(contains_nul(json.as_bytes()), "{json}");
            let parsed: serde_json::Value = serde_json::from_str(json).unwrap();
            assert!(parsed.to_string().contains(r"\u0000"), "{json}");
        }
    }

    #[test]
    fn an_escaped_backslash_before_u0000_is_not_a_nul() {
        for json in [r#""\\u0000""#, r#""\\\\u0000""#, r#""u0000""#, ""] {
            assert!(!contains_nul(json.as_bytes()), "{json}");
        }
    }
}
