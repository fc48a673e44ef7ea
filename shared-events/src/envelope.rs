//! The envelope of an event: its position and version, when it was recorded, and who or what caused it.

use std::{borrow::Cow, fmt, str::FromStr};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::{ids::AccountId, payload::Payload};

/// A position in the log of all streams. Positions increase strictly, but have gaps, so never compute "the next one".
/// `Position::START` is before the first event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Position(pub u64);

impl Position {
    /// The position before the first event.
    pub const START: Self = Self(0);
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Position {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// The number of an event in its stream: 1, 2, 3 … without gaps. 0 is before the first event.
pub type Version = u64;

/// The name of a stream: a category and a UUID, written `category-uuid`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StreamId {
    /// One of the categories in [`crate::events::CATEGORIES`]; never contains `-`.
    pub category: Cow<'static, str>,
    /// The id of the entity whose events the stream has.
    pub id: Uuid,
}

impl StreamId {
    /// The stream with this category and id.
    pub const fn new(category: &'static str, id: Uuid) -> Self {
        Self { category: Cow::Borrowed(category), id }
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.category, self.id)
    }
}

/// A text is not `category-uuid`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a stream is named category-uuid, for example order-0199c0de-0000-7000-8000-000000000000; got {0:?}")]
pub struct InvalidStreamName(String);

impl FromStr for StreamId {
    type Err = InvalidStreamName;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidStreamName(text.to_owned());
        let (category, id) = text.split_once('-').ok_or_else(invalid)?;
        let id = id.parse().map_err(|_| invalid())?;
        Ok(Self { category: Cow::Owned(category.to_owned()), id })
    }
}

impl Serialize for StreamId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StreamId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The role of an account. Events store it, and tokens contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// May buy.
    Customer,
    /// May sell, and buy as well.
    Merchant,
    /// May approve and audit.
    Admin,
}

impl Role {
    /// The name of the role in JSON and tokens.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Merchant => "merchant",
            Self::Admin => "admin",
        }
    }
}

/// The actor who caused an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Actor {
    /// A person who is logged in, or is just signing up.
    Account {
        /// The account.
        id: AccountId,
        /// The role in which the person acted.
        role: Role,
    },
    /// A process manager, an import or an operator's command.
    System {
        /// The name of the process manager or command.
        name: Cow<'static, str>,
    },
}

impl Actor {
    /// An actor that is not a person.
    pub const fn system(name: &'static str) -> Self {
        Self::System { name: Cow::Borrowed(name) }
    }
}

/// The payload of an event as it is stored: the type name, the version of the type's shape, and JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct RawEvent {
    /// The type name, for example `ProductApproved`.
    pub event_type: Cow<'static, str>,
    /// The version of the payload's shape, from 1.
    pub schema_version: u16,
    /// The payload. Personal data in it may be sealed; see [`crate::personal`].
    pub data: Payload,
}

/// An event that is about to be appended.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEvent {
    /// A UUID v5 of the command's id, the stream, the index and the type, so that a retry writes the same ids.
    pub event_id: Uuid,
    /// The type, the shape's version and the payload.
    pub payload: RawEvent,
    /// When the decision was made (UTC).
    pub recorded_at: DateTime<Utc>,
    /// Shared by everything that one request of a person causes.
    pub correlation_id: Uuid,
    /// The command or event that directly causes this event.
    pub causation_id: Uuid,
    /// The actor who causes the event.
    pub actor: Actor,
}

/// An event as the log holds it. `E` is [`RawEvent`] at the store, a category's enum in decisions and projections.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded<E> {
    /// The position in the log of all streams.
    pub position: Position,
    /// The stream that the event belongs to.
    pub stream: StreamId,
    /// The number of the event in its stream, from 1.
    pub version: Version,
    /// The event's id, which is globally unique.
    pub event_id: Uuid,
    /// When the decision was made (UTC).
    pub recorded_at: DateTime<Utc>,
    /// Shared by everything that one request of a person has caused.
    pub correlation_id: Uuid,
    /// The command or event that directly caused this event.
    pub causation_id: Uuid,
    /// The actor who caused the event.
    pub actor: Actor,
    /// The event.
    pub event: E,
}

impl<E> Recorded<E> {
    /// The same envelope around another form of the event.
    pub fn with<F>(self, event: F) -> Recorded<F> {
        Recorded {
            position: self.position,
            stream: self.stream,
            version: self.version,
            event_id: self.event_id,
            recorded_at: self.recorded_at,
            correlation_id: self.correlation_id,
            causation_id: self.causation_id,
            actor: self.actor,
            event,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_name_survives_the_round_trip() {
        let stream = StreamId::new("order", Uuid::from_u128(7));
        assert_eq!(stream.to_string().parse::<StreamId>(), Ok(stream));
    }

    #[test]
    fn a_stream_name_without_a_uuid_is_refused() {
        assert!("order".parse::<StreamId>().is_err());
        assert!("order-7".parse::<StreamId>().is_err());
    }
}
