//! Personal data in events, which can be read only while the key of the person it belongs to exists.
//!
//! An event contains [`Personal<T>`], which in memory holds the plain value. Before an event is stored, [`seal`]
//! encrypts each such value with its subject's key; after it is read, [`open`] decrypts it. So deleting the key erases
//! the person from the whole log, and from every view that is rebuilt, without changing history ("crypto-shredding").
//!
//! The cipher is XChaCha20-Poly1305. Its nonce is an HMAC, with the subject's key, of the event's id, the value's place
//! in the payload, and the plaintext. So it needs no randomness, a retry of the same command writes the same bytes, and
//! a nonce can repeat only if the plaintext does. The event's id, the place and the subject are authenticated, so a
//! sealed value cannot be moved to another event or member undetected.

use std::collections::BTreeSet;

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{self, Aead},
};
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::Sha256;
use uuid::Uuid;

use crate::payload::Payload;

const OPEN: &str = "$personal";
const SEALED: &str = "$sealed";
const ERASED: &str = "$erased";

/// A value that belongs to a person. `None` once that person's key has been deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Personal<T> {
    subject: Uuid,
    value: Option<T>,
}

impl<T> Personal<T> {
    /// A value that belongs to `subject`: the id of an account, or of another subject that can be erased.
    pub const fn new(subject: Uuid, value: T) -> Self {
        Self { subject, value: Some(value) }
    }

    /// The form of a value whose subject has been erased.
    pub const fn erased(subject: Uuid) -> Self {
        Self { subject, value: None }
    }

    /// The subject that the value belongs to.
    pub const fn subject(&self) -> Uuid {
        self.subject
    }

    /// The value, unless its subject has been erased.
    pub const fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Takes the value, unless its subject has been erased.
    pub fn into_inner(self) -> Option<T> {
        self.value
    }
}

#[derive(Serialize, Deserialize)]
struct OpenForm<T> {
    subject: Uuid,
    value: T,
}

impl<T: Serialize> Serialize for Personal<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(1))?;
        match &self.value {
            Some(value) => map.serialize_entry(OPEN, &OpenForm { subject: self.subject, value })?,
            None => map.serialize_entry(ERASED, &self.subject)?,
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Personal<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        enum Form<T> {
            #[serde(rename = "$personal")]
            Open(OpenForm<T>),
            #[serde(rename = "$erased")]
            Erased(Uuid),
        }
        Ok(match Form::deserialize(deserializer)? {
            Form::Open(OpenForm { subject, value }) => Self::new(subject, value),
            Form::Erased(subject) => Self::erased(subject),
        })
    }
}

/// The key that encrypts and decrypts one subject's values.
#[derive(Clone, PartialEq, Eq)]
pub struct SubjectKey(pub [u8; 32]);

impl std::fmt::Debug for SubjectKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SubjectKey(..)")
    }
}

impl SubjectKey {
    /// A keyed fingerprint of `text`. The same text gives the same bytes, but without the key nobody can test a guess.
    pub fn fingerprint(&self, text: &[u8]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(text);
        mac.finalize().into_bytes().into()
    }
}

/// A sealed value cannot be decrypted although its key exists: the stored payload was altered.
#[derive(Debug, thiserror::Error)]
#[error("personal data at {place} was altered or sealed with another key")]
pub struct BrokenSeal {
    /// The JSON pointer of the sealed value in the payload.
    pub place: String,
}

/// The subjects whose keys are needed to seal or open this payload.
pub fn subjects(data: &Payload) -> BTreeSet<Uuid> {
    let mut found = BTreeSet::new();
    if may_hold(data, OPEN) || may_hold(data, SEALED) {
        // A payload that is not JSON has no values to seal, and fails when it is decoded.
        data.to_value().iter().for_each(|value| collect_subjects(value, &mut found));
    }
    found
}

/// Whether the payload may contain personal data. Most payloads contain none, which a text search finds out without
/// parsing, because serde never escapes these member names.
fn may_hold(data: &Payload, form: &str) -> bool {
    data.as_json().contains(form)
}

fn collect_subjects(data: &Value, found: &mut BTreeSet<Uuid>) {
    match data {
        Value::Object(map) => {
            let form = map.get(OPEN).or_else(|| map.get(SEALED));
            match form.and_then(subject_of) {
                Some(subject) => {
                    found.insert(subject);
                }
                None => map.values().for_each(|value| collect_subjects(value, found)),
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_subjects(value, found)),
        _ => {}
    }
}

fn subject_of(form: &Value) -> Option<Uuid> {
    form.get("subject")?.as_str()?.parse().ok()
}

/// Encrypts every personal value.
///
/// # Panics
/// When `key_of` has no key for a subject that [`subjects`] returned: the caller must create the keys first.
pub fn seal(data: &mut Payload, event_id: Uuid, key_of: &dyn Fn(Uuid) -> Option<SubjectKey>) {
    if may_hold(data, OPEN)
        && let Ok(mut value) = data.to_value()
    {
        seal_value(&mut value, event_id, key_of);
        *data = value.into();
    }
}

fn seal_value(data: &mut Value, event_id: Uuid, key_of: &dyn Fn(Uuid) -> Option<SubjectKey>) {
    let result = walk(data, &mut String::new(), &mut |map, place| {
        let Some(form) = map.get(OPEN) else { return Ok(None) };
        let Some(subject) = subject_of(form) else { return Ok(None) };
        let key = key_of(subject).expect("a key is made before its subject's data is sealed");
        let plain = form["value"].to_string();
        let bound = bound_to(event_id, place, subject);
        let mut nonce_input = bound.clone();
        nonce_input.extend_from_slice(plain.as_bytes());
        let nonce = &key.fingerprint(&nonce_input)[..24];
        let cipher = cipher(&key)
            .encrypt(&nonce_of(nonce), aead::Payload { msg: plain.as_bytes(), aad: &bound })
            .expect("a payload is far smaller than the cipher's limit");
        Ok(Some(
            json!({ SEALED: { "subject": subject, "nonce": hex::encode(nonce), "box": hex::encode(&cipher) } }),
        ))
    });
    debug_assert!(result.is_ok(), "sealing has no failing step");
}

/// Decrypts every sealed value whose subject still has a key. The others become erased values.
///
/// # Errors
/// [`BrokenSeal`] when a sealed value cannot be decrypted with its subject's key.
pub fn open(
    data: &mut Payload,
    event_id: Uuid,
    key_of: &dyn Fn(Uuid) -> Option<SubjectKey>,
) -> Result<(), BrokenSeal> {
    if may_hold(data, SEALED) {
        let mut value = data.to_value().map_err(|_| BrokenSeal { place: "/".to_owned() })?;
        open_value(&mut value, event_id, key_of)?;
        *data = value.into();
    }
    Ok(())
}

fn open_value(
    data: &mut Value,
    event_id: Uuid,
    key_of: &dyn Fn(Uuid) -> Option<SubjectKey>,
) -> Result<(), BrokenSeal> {
    walk(data, &mut String::new(), &mut |map, place| {
        let Some(form) = map.get(SEALED) else { return Ok(None) };
        let Some(subject) = subject_of(form) else { return Ok(None) };
        let Some(key) = key_of(subject) else { return Ok(Some(json!({ ERASED: subject }))) };
        let broken = || BrokenSeal { place: place.to_owned() };
        let part = |name: &str| {
            form.get(name)
                .and_then(Value::as_str)
                .and_then(|digits| hex::decode(digits).ok())
                .ok_or_else(broken)
        };
        let (nonce, sealed) = (part("nonce")?, part("box")?);
        if nonce.len() != 24 {
            return Err(broken());
        }
        let bound = bound_to(event_id, place, subject);
        let plain = cipher(&key)
            .decrypt(&nonce_of(&nonce), aead::Payload { msg: &sealed, aad: &bound })
            .map_err(|_| broken())?;
        let value: Value = serde_json::from_slice(&plain).map_err(|_| broken())?;
        Ok(Some(json!({ OPEN: { "subject": subject, "value": value } })))
    })
}

type Replace<'a> = dyn FnMut(&Map<String, Value>, &str) -> Result<Option<Value>, BrokenSeal> + 'a;

/// Visits every object with its JSON pointer. If `replace` returns a value, that replaces the object, whose members are
/// then not visited.
fn walk(data: &mut Value, place: &mut String, replace: &mut Replace<'_>) -> Result<(), BrokenSeal> {
    match data {
        Value::Array(values) => {
            for (index, value) in values.iter_mut().enumerate() {
                walk_into(&index.to_string(), value, place, replace)?;
            }
        }
        Value::Object(map) => match replace(map, place)? {
            Some(other) => *data = other,
            None => {
                for (name, value) in map {
                    walk_into(name, value, place, replace)?;
                }
            }
        },
        _ => {}
    }
    Ok(())
}

fn walk_into(
    name: &str,
    value: &mut Value,
    place: &mut String,
    replace: &mut Replace<'_>,
) -> Result<(), BrokenSeal> {
    let length = place.len();
    place.push('/');
    place.push_str(name);
    walk(value, place, replace)?;
    place.truncate(length);
    Ok(())
}

fn bound_to(event_id: Uuid, place: &str, subject: Uuid) -> Vec<u8> {
    [event_id.as_bytes(), subject.as_bytes(), place.as_bytes()].concat()
}

fn cipher(key: &SubjectKey) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new((&key.0).into())
}

fn nonce_of(bytes: &[u8]) -> XNonce {
    XNonce::try_from(bytes).expect("a nonce has 24 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: Uuid = Uuid::from_u128(1);
    const ANNA: Uuid = Uuid::from_u128(2);
    const BEN: Uuid = Uuid::from_u128(3);

    fn key_of(subject: Uuid) -> Option<SubjectKey> {
        Some(SubjectKey([subject.as_u128() as u8; 32]))
    }

    fn payload() -> Payload {
        Payload::from(json!({
            "name": Personal::new(ANNA, "Anna"),
            "lines": [{ "note": Personal::new(BEN, json!({ "text": "leave at the door" })) }],
            "total": 1250,
        }))
    }

    #[test]
    fn a_sealed_value_can_be_opened() {
        let mut data = payload();
        seal(&mut data, EVENT, &key_of);
        assert!(!data.to_string().contains("Anna"));
        assert!(!data.to_string().contains("door"));
        assert_eq!(data.to_value().unwrap()["total"], 1250);
        open(&mut data, EVENT, &key_of).unwrap();
        assert_eq!(data, payload());
    }

    #[test]
    fn a_retry_seals_to_the_same_bytes() {
        let (mut first, mut second) = (payload(), payload());
        seal(&mut first, EVENT, &key_of);
        seal(&mut second, EVENT, &key_of);
        assert_eq!(first, second);
    }

    #[test]
    fn without_its_key_a_value_is_erased_and_others_can_be_opened() {
        let mut data = payload();
        seal(&mut data, EVENT, &key_of);
        open(&mut data, EVENT, &|subject| (subject == BEN).then(|| key_of(subject)).flatten()).unwrap();
        let name: Personal<String> = serde_json::from_value(data.to_value().unwrap()["name"].take()).unwrap();
        assert_eq!(name, Personal::erased(ANNA));
        assert!(data.to_string().contains("leave at the door"));
    }

    #[test]
    fn a_sealed_value_cannot_move_to_another_event() {
        let mut data = payload();
        seal(&mut data, EVENT, &key_of);
        assert!(open(&mut data, Uuid::from_u128(9), &key_of).is_err());
    }

    #[test]
    fn an_altered_sealed_value_is_detected() {
        let mut data = json!({ "name": Personal::new(ANNA, "Anna") });
        seal_value(&mut data, EVENT, &key_of);
        let text = data["name"][SEALED]["box"].as_str().unwrap().to_owned();
        let flipped = if text.starts_with('0') { "1" } else { "0" };
        data["name"][SEALED]["box"] = json!(format!("{flipped}{}", &text[1..]));
        assert!(open(&mut data.into(), EVENT, &key_of).is_err());
    }

    #[test]
    fn subjects_are_found_in_open_and_in_sealed_values() {
        let mut data = payload();
        assert_eq!(subjects(&data), BTreeSet::from([ANNA, BEN]));
        seal(&mut data, EVENT, &key_of);
        assert_eq!(subjects(&data), BTreeSet::from([ANNA, BEN]));
    }
}
