//! From a category's event enum to the stored payload and back.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{envelope::RawEvent, upcast};

/// One category's events: an enum whose variant names are the stored type names.
///
/// Implementors are adjacently tagged (`#[serde(tag = "type", content = "data")]`), which makes the type name explicit
/// in the code and lets a golden file pin it.
pub trait Event: Serialize + DeserializeOwned + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The first part of the names of these events' streams; contains no `-`.
    const CATEGORY: &'static str;
    /// All type names of this category.
    const TYPES: &'static [&'static str];
}

/// A stored payload that this program cannot read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {event_type} version {schema_version}: {reason}")]
pub struct CodecError {
    /// The stored type name.
    pub event_type: String,
    /// The stored version of its shape.
    pub schema_version: u16,
    /// What is wrong with it.
    pub reason: String,
}

/// The stored form of an event, in the newest version of its shape.
pub fn encode<E: Event>(event: &E) -> RawEvent {
    let value = serde_json::to_value(event).expect("events are plain data with string keys");
    let Value::Object(mut tagged) = value else { unreachable!("events are adjacently tagged") };
    let Some(Value::String(name)) = tagged.remove("type") else { unreachable!("the tag is called type") };
    let event_type = *E::TYPES.iter().find(|known| **known == name).expect("TYPES lists every variant");
    let data = tagged.remove("data").unwrap_or_else(|| Value::Object(Map::new()));
    RawEvent { event_type: event_type.into(), schema_version: upcast::newest_version(event_type), data }
}

/// Reads a stored payload of any version.
///
/// # Errors
/// When the type is unknown to this category or the payload does not have the shape that its version promises.
pub fn decode<E: Event>(raw: RawEvent) -> Result<E, CodecError> {
    let newest = upcast::to_newest(raw);
    check_version(&newest)?;
    let tagged = serde_json::json!({ "type": newest.event_type, "data": newest.data });
    serde_json::from_value(tagged).map_err(|error| CodecError {
        event_type: newest.event_type.into_owned(),
        schema_version: newest.schema_version,
        reason: error.to_string(),
    })
}

/// A payload of a version that is not known must not be taken for one of a version that is: members that its shape has
/// and ours has not would be lost without a word.
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
