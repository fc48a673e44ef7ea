//! Converts between the event enum of a category and the stored payload.

use std::{borrow::Borrow, fmt::Debug};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::{envelope::RawEvent, payload::Payload, upcast};

/// The events of one category: an enum whose variant names are the stored type names.
///
/// Implementors are adjacently tagged (`#[serde(tag = "type", content = "data")]`), so that the type name is explicit
/// in the code and a golden file can pin it.
pub trait Event: Serialize + DeserializeOwned + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The category: the first part of the names of these events' streams. It contains no `-`.
    const CATEGORY: &'static str;
    /// All type names of this category.
    const TYPES: &'static [&'static str];
}

/// A stored payload cannot be decoded.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {event_type} version {schema_version}: {reason}")]
pub struct CodecError {
    /// The stored type name.
    pub event_type: String,
    /// The stored version of the payload's shape.
    pub schema_version: u16,
    /// The reason.
    pub reason: String,
}

/// The tagged form in which the enums of all categories are serialized; see [`Event`].
#[derive(Deserialize)]
struct Tagged<'a> {
    #[serde(rename = "type")]
    name: &'a str,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

/// Encodes an event in the newest version of its type.
pub fn encode<E: Event>(event: &E) -> RawEvent {
    let text = serde_json::to_string(event).expect("events are plain data with string keys");
    let Tagged { name, data } = serde_json::from_str(&text).expect("events are adjacently tagged");
    let event_type = *E::TYPES.iter().find(|known| **known == name).expect("TYPES lists every variant");
    let data = Payload::from_json(data.map_or("{}", RawValue::get));
    RawEvent { event_type: event_type.into(), schema_version: upcast::newest_version(event_type), data }
}

/// Decodes a stored payload of any version.
///
/// # Errors
/// When the type is not one of this category, or the payload does not have the shape of its version.
pub fn decode<E: Event>(raw: impl Borrow<RawEvent>) -> Result<E, CodecError> {
    let raw = raw.borrow();
    let refused = |error: serde_json::Error| CodecError {
        event_type: raw.event_type.to_string(),
        schema_version: raw.schema_version,
        reason: without_values(&error.to_string()),
    };
    let newest = upcast::to_newest(raw).map_err(refused)?;
    check_version(&newest)?;
    let name = serde_json::to_string(&newest.event_type).expect("a text is plain data");
    // Put the tag first, so that serde decodes the content directly into the variant.
    let tagged = ["{\"type\":", &name, ",\"data\":", newest.data.as_json(), "}"].concat();
    serde_json::from_str(&tagged).map_err(refused)
}

/// A parser's message without the values that it quotes, because they may be personal data and messages are logged. The
/// names of expected members and variants are kept.
pub fn without_values(message: &str) -> String {
    let stripped = without(message, '"');
    let quotes_a_value =
        ["unknown variant", "invalid type", "invalid value"].iter().any(|kind| stripped.starts_with(kind));
    match stripped.rsplit_once(", expected ") {
        Some((found, expected)) if quotes_a_value => format!("{}, expected {expected}", without(found, '`')),
        _ => stripped,
    }
}

/// Removes the text between the first and the last of these marks.
fn without(text: &str, mark: char) -> String {
    match (text.find(mark), text.rfind(mark)) {
        (Some(first), Some(last)) if first < last => {
            format!("{}{mark}…{mark}{}", &text[..first], &text[last + mark.len_utf8()..])
        }
        _ => text.to_owned(),
    }
}

/// Refuses payloads of unknown versions. Decoding one as a known version would silently lose the members that only the
/// unknown version has.
fn check_version(newest: &RawEvent) -> Result<(), CodecError> {
    let known = upcast::newest_version(&newest.event_type);
    if newest.schema_version == known {
        return Ok(());
    }
    Err(CodecError {
        event_type: newest.event_type.to_string(),
        schema_version: newest.schema_version,
        reason: format!("this program knows versions up to {known}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::EmailEvent;

    #[test]
    fn a_message_does_not_contain_the_values_of_the_payload() {
        let error = |data: &str| {
            let raw = RawEvent {
                event_type: "EmailClaimed".into(),
                schema_version: 1,
                data: Payload::from_json(data),
            };
            decode::<EmailEvent>(raw).unwrap_err().to_string()
        };
        let wrong = error(r#"{"accountId": "Anna \"Ann\" Smith, 2 Mill Lane"}"#);
        assert!(wrong.contains("cannot read EmailClaimed version 1"), "{wrong}");
        assert!(!wrong.contains("Anna") && !wrong.contains("Ann") && !wrong.contains("Mill"), "{wrong}");
        assert!(error("{}").contains("missing field `accountId`"), "{}", error("{}"));
        let stripped =
            without_values("invalid type: string \"Anna, expected 1\", expected u64 at line 1 column 9");
        assert!(!stripped.contains("Anna"), "{stripped}");
        assert_eq!(
            without_values("unknown variant `Anna`, expected `cash` or `card`"),
            "unknown variant `…`, expected `cash` or `card`"
        );
        assert_eq!(without_values("error: \"a\" and \"b\" clash"), "error: \"…\" clash");
    }

    #[test]
    fn a_payload_cannot_claim_to_be_of_another_type() {
        let raw = |event_type: &'static str, data: &str| RawEvent {
            event_type: event_type.into(),
            schema_version: 1,
            data: Payload::from_json(data),
        };
        let sly = raw("EmailClaimed", r#"{},"type":"EmailReleased""#);
        assert!(decode::<EmailEvent>(&sly).is_err());
        assert!(decode::<EmailEvent>(raw("Email\"Claimed", "{}")).is_err());
    }
}
