//! The JSON of an event, which is kept as text and parsed on demand. Most readers of the log want typed events, and
//! decoding them from text is several times faster than from a tree of values.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use serde_json::Value;

/// JSON text.
#[derive(Clone, Debug)]
pub struct Payload(Box<str>);

impl Payload {
    /// Wraps a JSON text without checking it. An invalid text fails when it is parsed.
    pub fn from_json(text: impl Into<Box<str>>) -> Self {
        Self(text.into())
    }

    /// The JSON text.
    pub fn as_json(&self) -> &str {
        &self.0
    }

    /// Parses the text as a tree of values.
    ///
    /// # Errors
    /// When the text is not JSON.
    pub fn to_value(&self) -> Result<Value, serde_json::Error> {
        self.parse()
    }

    /// Parses the text as a `T`.
    ///
    /// # Errors
    /// When the text is not JSON, or not the JSON of a `T`.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }
}

impl From<Value> for Payload {
    fn from(value: Value) -> Self {
        Self(value.to_string().into())
    }
}

/// Formats the payload as its text.
impl fmt::Display for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Compares the values: spaces and the order of members make no difference.
impl PartialEq for Payload {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || matches!((self.to_value(), other.to_value()), (Ok(one), Ok(two)) if one == two)
    }
}

/// Serializes as the JSON value, not as a string.
impl Serialize for Payload {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Payload {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_members_makes_no_difference() {
        let spaced = Payload::from_json(r#"{ "b": 1, "a": [2] }"#);
        assert_eq!(spaced, Payload::from(json!({ "a": [2], "b": 1 })));
        assert_ne!(spaced, Payload::from(json!({ "a": [2], "b": 2 })));
    }

    #[test]
    fn invalid_json_fails_when_it_is_parsed() {
        let broken = Payload::from_json("{");
        assert!(broken.to_value().is_err());
        assert!(serde_json::to_string(&broken).is_err());
        assert_ne!(broken, Payload::from(json!({})));
    }

    #[test]
    fn a_payload_is_serialized_as_a_json_value() {
        let text = serde_json::to_string(&json!({ "data": Payload::from_json(r#"{"a":1}"#) })).unwrap();
        assert_eq!(text, r#"{"data":{"a":1}}"#);
    }
}
