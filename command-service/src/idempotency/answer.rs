//! Answers that are kept, sealed with the key of whom they were given to.

use std::collections::BTreeSet;

use axum::{
    body::{Body, HttpBody, to_bytes},
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use service_kit::Problem;
use shared_events::{
    Payload, Personal,
    personal::{self, SubjectKey},
};

use super::request::Keyed;
use crate::App;

/// The largest answer that is kept, in bytes.
const LARGEST: u64 = 256 * 1024;
/// Says that an answer was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// An answer as it is kept.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

/// The answer, and what is kept of it; nothing when it is too large, or no text.
pub(super) async fn kept(response: Response) -> Result<(Response, Option<Kept>), Problem> {
    let small = response.body().size_hint().upper().is_some_and(|size| size <= LARGEST);
    if !small {
        return Ok((response, None));
    }
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.map_err(|error| Problem::internal(&error))?;
    let text = std::str::from_utf8(&body).ok().map(str::to_owned);
    let headers = parts.headers.iter().filter(|(name, _)| **name != header::CONTENT_LENGTH);
    let headers =
        headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
    let kept = text.map(|body| Kept { status: parts.status.as_u16(), headers: headers.collect(), body });
    Ok((Response::from_parts(parts, Body::from(body)), kept))
}

/// None: the person has been erased meanwhile, or the keys cannot be reached.
pub(super) async fn seal(app: &App, keyed: &Keyed, kept: &Kept) -> Option<String> {
    let key = key(app, keyed).await.ok().flatten()?;
    let mut payload = Payload::from(json!(Personal::new(keyed.subject, kept)));
    personal::seal(&mut payload, keyed.id, &|_| Some(key.clone()));
    Some(payload.as_json().to_owned())
}

/// The answer once more.
pub(super) async fn open(app: &App, keyed: &Keyed, sealed: &str) -> Result<Response, Problem> {
    let key = key(app, keyed).await?;
    let mut payload = Payload::from_json(sealed);
    personal::open(&mut payload, keyed.id, &|_| key.clone()).map_err(|broken| Problem::internal(&broken))?;
    let kept: Personal<Kept> = payload.parse().map_err(|error| Problem::internal(&error))?;
    // Erased: nobody is logged in to that account any more.
    let kept = kept.into_inner().ok_or_else(Problem::unauthenticated)?;
    let mut response = Response::new(Body::from(kept.body));
    *response.status_mut() = StatusCode::from_u16(kept.status).map_err(|error| Problem::internal(&error))?;
    for (name, value) in kept.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    Ok(response)
}

async fn key(app: &App, keyed: &Keyed) -> Result<Option<SubjectKey>, Problem> {
    let keys = app.log.keyring().find(&BTreeSet::from([keyed.subject])).await;
    Ok(keys.map_err(|error| Problem::unavailable(&error))?.remove(&keyed.subject))
}
