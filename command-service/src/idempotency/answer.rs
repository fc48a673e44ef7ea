//! Stored responses, encrypted with the keys of the people whom they name and with the secret of the installation, which
//! is not in the database.

use std::collections::{BTreeSet, HashMap};

use axum::{
    body::{Body, HttpBody, to_bytes},
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::Response,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use service_kit::{Code, Problem};
use shared_events::{
    Payload, Personal,
    personal::{self, SubjectKey},
};
use uuid::{Uuid, fmt::Hyphenated};

use super::request::Keyed;
use crate::App;

/// The largest response that is stored, in bytes.
const MAX_STORED_BYTES: u64 = 256 * 1024;
/// Marks a response that was given before.
const REPLAYED_HEADER: HeaderName = HeaderName::from_static("idempotency-replayed");

/// A response as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StorableResponse {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

/// The response and its stored form; `None` if it is too large or not text.
pub(super) async fn storable(response: Response) -> Result<(Response, Option<StorableResponse>), Problem> {
    let small = response.body().size_hint().upper().is_some_and(|size| size <= MAX_STORED_BYTES);
    if !small {
        return Ok((response, None));
    }
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.map_err(|error| Problem::internal(&error))?;
    let text = std::str::from_utf8(&body).ok().map(str::to_owned);
    let headers = parts.headers.iter().filter(|(name, _)| **name != header::CONTENT_LENGTH);
    let headers =
        headers.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())));
    let kept =
        text.map(|body| StorableResponse { status: parts.status.as_u16(), headers: headers.collect(), body });
    Ok((Response::from_parts(parts, Body::from(body)), kept))
}

/// A response in the table. Decrypting it needs the keys of all these people together.
#[derive(Debug, Serialize, Deserialize)]
struct SealedResponse {
    people: BTreeSet<Uuid>,
    answer: Personal<StorableResponse>,
}

/// Encrypts the response with the keys of the caller and of all people whom it names by id, so that it becomes
/// unreadable when any of them is erased. `None` if the caller has been erased since.
///
/// # Errors
/// The keys are unavailable.
pub(super) async fn seal(
    app: &App,
    keyed: &Keyed,
    kept: StorableResponse,
) -> Result<Option<String>, Problem> {
    let mut mentioned = BTreeSet::from([keyed.subject]);
    mentioned.extend(ids_in(&kept.body));
    let keys =
        app.writer.log.keyring().find(&mentioned).await.map_err(|error| Problem::unavailable(&error))?;
    let people = keys.keys().copied().collect();
    let key = keys.get(&keyed.subject).and_then(|_| combined(&app.tokens.answer_key(), &people, &keys));
    let Some(key) = key else { return Ok(None) };
    let mut payload =
        Payload::from(json!(SealedResponse { people, answer: Personal::new(keyed.subject, kept) }));
    personal::seal(&mut payload, keyed.id, &|_| Some(key.clone()));
    Ok(Some(payload.as_json().to_owned()))
}

/// Decrypts a stored response.
pub(super) async fn open(app: &App, keyed: &Keyed, sealed: &str) -> Result<Response, Problem> {
    let mut payload = Payload::from_json(sealed);
    let people = people_of(&payload);
    let keys = app.writer.log.keyring().find(&people).await.map_err(|error| Problem::unavailable(&error))?;
    let key = combined(&app.tokens.answer_key(), &people, &keys);
    // It cannot be opened when it was sealed by an earlier version or with another secret.
    let opened = personal::open(&mut payload, keyed.id, &|_| key.clone()).is_ok();
    let stored = opened.then(|| payload.parse::<SealedResponse>().ok()).flatten();
    let Some(kept) = stored.and_then(|stored| stored.answer.into_inner()) else {
        let text = "This request was done before. Its answer is not kept any more.";
        return Err(Problem::new(Code::Conflict, text));
    };
    let mut response = Response::new(Body::from(kept.body));
    *response.status_mut() = StatusCode::from_u16(kept.status).map_err(|error| Problem::internal(&error))?;
    for (name, value) in kept.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response.headers_mut().insert(REPLAYED_HEADER, HeaderValue::from_static("true"));
    Ok(response)
}

/// The people whose keys decrypt a stored response. Responses stored by an earlier version name nobody and
/// cannot be decrypted any more.
fn people_of(stored: &Payload) -> BTreeSet<Uuid> {
    let people = stored.to_value().ok().map(|value| value["people"].clone());
    people.and_then(|people| serde_json::from_value(people).ok()).unwrap_or_default()
}

/// A key derived from the secret and the keys of all these people; `None` if there are no people or a key is deleted.
fn combined(
    secret: &SubjectKey,
    people: &BTreeSet<Uuid>,
    keys: &HashMap<Uuid, SubjectKey>,
) -> Option<SubjectKey> {
    let keys = people.iter().map(|person| keys.get(person).cloned()).collect::<Option<Vec<_>>>()?;
    let people = keys.into_iter().reduce(|combined, key| SubjectKey(combined.fingerprint(&key.0)))?;
    Some(SubjectKey(secret.fingerprint(&people.0)))
}

/// All UUIDs in a text, which include those of the people it names.
pub(crate) fn ids_in(text: &str) -> BTreeSet<Uuid> {
    let windows = text.as_bytes().windows(Hyphenated::LENGTH);
    let shaped = windows.filter(|window| [8, 13, 18, 23].iter().all(|place| window[*place] == b'-'));
    shaped.filter_map(|window| Uuid::try_parse_ascii(window).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_anywhere_in_a_text() {
        let [anna, ben] = [1, 0xABCD].map(Uuid::from_u128);
        let text =
            format!(r#"{{"user":{{"_id":"{anna}","photo":"/uploads/account-{ben}-x.webp"}},"n":12345678}}"#);
        assert_eq!(ids_in(&text), BTreeSet::from([anna, ben]));
    }

    #[test]
    fn a_combined_key_needs_all_keys() {
        let [anna, ben] = [1, 2].map(Uuid::from_u128);
        let mut keys = HashMap::from([(anna, SubjectKey([1; 32])), (ben, SubjectKey([2; 32]))]);
        let both = BTreeSet::from([anna, ben]);
        let secret = SubjectKey([3; 32]);
        let key = combined(&secret, &both, &keys);
        assert!(key.is_some() && key != combined(&secret, &BTreeSet::from([anna]), &keys));
        assert_ne!(
            key,
            combined(&SubjectKey([4; 32]), &both, &keys),
            "the database has the people's keys alone"
        );
        keys.remove(&ben);
        assert_eq!(combined(&secret, &both, &keys), None);
        assert_eq!(combined(&secret, &BTreeSet::new(), &keys), None);
    }
}
