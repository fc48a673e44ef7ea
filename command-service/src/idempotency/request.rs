//! Identifies the command in a request with an idempotency key.

use std::collections::BTreeSet;

use axum::{
    body::{Body, HttpBody},
    extract::{FromRequestParts, Request},
    http::{HeaderMap, header, request::Parts},
};
use bytes::{Bytes, BytesMut};
use chrono::{DateTime, Utc};
use futures_util::StreamExt;
use service_kit::{Code, Problem, caller::Caller};
use shared_events::personal::SubjectKey;
use uuid::{Builder, Uuid};

use super::{
    keys::{Command, Held},
    operations::Operations,
};
use crate::{App, client_address::ClientHousehold};

pub(super) const HEADER: &str = "idempotency-key";
/// The longest key, in characters.
const MAX_KEY_LENGTH: usize = 255;

/// Subject of the key for the fingerprints: the installation itself, so that the key is never deleted.
pub(super) const INSTALLATION: Uuid = Uuid::from_u128(0x6772_6565_6e73_4741_8c6c_0000_0000_0002);

/// A command with an idempotency key.
pub(super) struct Keyed {
    /// Fingerprint of the key and its owner.
    pub(super) id: Uuid,
    /// Fingerprint of method, path and body.
    request: Uuid,
    /// The person whose personal data the response contains.
    pub(super) subject: Uuid,
    installation: SubjectKey,
}

/// Outcome of reading a request.
pub(super) enum Read {
    /// A request without a usable key: nothing is stored.
    Plain(Request),
    Keyed(Keyed, Request),
}

impl Keyed {
    /// Reads the key, its owner and the body. The body of a caller who will be refused is not read.
    pub(super) async fn read(app: &App, operations: &Operations, request: Request) -> Result<Read, Problem> {
        let Some(key) = key(request.headers())? else { return Ok(Read::Plain(request)) };
        let Some(operation) = operations.find(request.method(), request.uri().path()) else {
            return Ok(Read::Plain(request));
        };
        let (mut parts, body) = request.into_parts();
        let owner = match parts.headers.contains_key(header::AUTHORIZATION) {
            true => account(app, &mut parts).await?,
            false if operation.for_visitors => visitor(app, &mut parts).await,
            false => None,
        };
        let Some((owner, subject)) = owner else {
            return Ok(Read::Plain(Request::from_parts(parts, body)));
        };
        // The operation refuses a larger request, and nothing is stored.
        let body = match buffer(body, operation.body_limit).await? {
            Buffered::Whole(body) => body,
            Buffered::TooLarge(body) => return Ok(Read::Plain(Request::from_parts(parts, body))),
        };
        let installation = installation(app).await?;
        let id = fingerprint(&installation, &["key", &owner, &key].map(str::as_bytes));
        let request = fingerprint(&installation, &described(&parts, &body));
        Ok(Read::Keyed(
            Self { id, request, subject, installation },
            Request::from_parts(parts, Body::from(body)),
        ))
    }

    /// The command, started by this attempt.
    pub(super) const fn command(&self, holder: Uuid) -> Command {
        Command { held: Held { id: self.id, holder }, request: self.request }
    }

    /// Whether an account has sent the request, and not a visitor.
    pub(super) fn is_somebody(&self) -> bool {
        self.subject != INSTALLATION
    }

    /// The seed of the command's randomness, derived from the key and the time of its first use.
    pub(super) fn seed(&self, since: DateTime<Utc>) -> SubjectKey {
        let name = format!("seed/{}/{}", self.id, since.timestamp_micros());
        SubjectKey(self.installation.fingerprint(name.as_bytes()))
    }
}

fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut values = headers.get_all(HEADER).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    let key = value.to_str().ok().map(str::trim).filter(|key| (1..=MAX_KEY_LENGTH).contains(&key.len()));
    match key {
        Some(key) if values.next().is_none() => Ok(Some(key.to_owned())),
        _ => {
            let text = format!("Idempotency-Key must be one text of 1 to {MAX_KEY_LENGTH} ASCII characters");
            Err(Problem::new(Code::Malformed, text))
        }
    }
}

/// The account that owns the key and whose data the response is. `None` if the token is refused.
///
/// # Errors
/// The session cannot be verified now. Ignoring the key instead would execute the command again when it is
/// repeated.
async fn account(app: &App, parts: &mut Parts) -> Result<Option<(String, Uuid)>, Problem> {
    match Caller::from_request_parts(parts, app).await {
        Ok(caller) => Ok(Some((format!("account {}", caller.account), caller.account.uuid()))),
        Err(problem) if problem.code() == Code::Unavailable => Err(problem),
        Err(_) => Ok(None),
    }
}

/// As [`account`], for a visitor, whose network address owns the key. `None` if the address is unknown.
async fn visitor(app: &App, parts: &mut Parts) -> Option<(String, Uuid)> {
    let Ok(ClientHousehold(address)) = ClientHousehold::from_request_parts(parts, app).await;
    Some((format!("address {} {}", address?, parts.uri.path()), INSTALLATION))
}

/// A body that was read into memory.
pub(super) enum Buffered {
    Whole(Bytes),
    /// It exceeds the limit, and reading it shows that, too.
    TooLarge(Body),
}

/// Reads a body of at most `limit` bytes. The router's limits of time and memory cover a body that is sent slowly.
pub(super) async fn buffer(body: Body, limit: usize) -> Result<Buffered, Problem> {
    if body.size_hint().lower() > limit as u64 {
        return Ok(Buffered::TooLarge(body));
    }
    let mut bytes = Bytes::new();
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let cut_off = |_| Problem::new(Code::Malformed, "The request's body ends too early");
        let chunk = chunk.map_err(cut_off)?;
        bytes = if bytes.is_empty() { chunk } else { joined(bytes, &chunk) };
        if bytes.len() > limit {
            return Ok(Buffered::TooLarge(Body::from(bytes)));
        }
    }
    Ok(Buffered::Whole(bytes))
}

/// Both texts as one. The first is extended in place when nobody else holds it.
fn joined(first: Bytes, next: &[u8]) -> Bytes {
    let mut bytes = BytesMut::from(first);
    bytes.extend_from_slice(next);
    bytes.freeze()
}

async fn installation(app: &App) -> Result<SubjectKey, Problem> {
    let keys = app.writer.log.keyring().find_or_make(&BTreeSet::from([INSTALLATION])).await;
    let keys = keys.map_err(|error| Problem::unavailable(&error))?;
    keys.get(&INSTALLATION)
        .cloned()
        .ok_or_else(|| Problem::internal(&"the key of this installation was erased"))
}

/// Everything that makes two requests equal: method, path and query, media type and body. The boundary of a
/// multipart form is left out, because a browser generates a new one each time.
fn described<'a>(parts: &'a Parts, body: &'a [u8]) -> Vec<&'a [u8]> {
    let media = parts.headers.get(header::CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
    let essence = media.split(|byte| *byte == b';').next().unwrap_or_default();
    let path = parts.uri.path_and_query().map_or("", |path| path.as_str());
    let mut described = vec![parts.method.as_str().as_bytes(), path.as_bytes(), essence];
    match boundary(media) {
        Some(boundary) => described.extend(split(body, boundary.as_bytes())),
        None => described.push(body),
    }
    described
}

fn boundary(media: &[u8]) -> Option<String> {
    let boundary = multer::parse_boundary(std::str::from_utf8(media).ok()?).ok()?;
    (!boundary.is_empty()).then_some(boundary)
}

/// The parts between the boundaries.
fn split<'a>(mut body: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    // Comparing the whole boundary at each byte is cheap: its first byte is rare.
    while let Some(at) = find(body, boundary) {
        parts.push(&body[..at]);
        body = &body[at + boundary.len()..];
    }
    parts.push(body);
    parts
}

fn find(body: &[u8], boundary: &[u8]) -> Option<usize> {
    body.windows(boundary.len()).position(|window| window == boundary)
}

fn fingerprint(key: &SubjectKey, parts: &[&[u8]]) -> Uuid {
    // Each part is preceded by its length, so that different requests never produce the same text.
    let mut text = Vec::with_capacity(parts.iter().map(|part| part.len() + 8).sum());
    for part in parts {
        text.extend_from_slice(&(part.len() as u64).to_be_bytes());
        text.extend_from_slice(part);
    }
    let mac = key.fingerprint(&text);
    Builder::from_custom_bytes(mac[..16].try_into().expect("a MAC has more than 16 bytes")).into_uuid()
}
