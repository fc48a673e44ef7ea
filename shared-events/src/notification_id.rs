//! The ids of notifications, which events of an inbox contain.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::envelope::{StreamId, Version};

/// Identifies a notification by the event that it is about, written `<category>-<stream id>-<version>`. So a command
/// can look up in the log whether the notification exists and who gets it, without reading a view.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotificationId {
    /// The stream of the event.
    pub stream: StreamId,
    /// The version of the event in the stream, from 1.
    pub version: Version,
}

impl fmt::Display for NotificationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.stream, self.version)
    }
}

/// A text is not `<category>-<stream id>-<version>`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a notification's id is the name of a stream, a hyphen and a number; got {0:?}")]
pub struct InvalidNotificationId(String);

impl FromStr for NotificationId {
    type Err = InvalidNotificationId;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text
            .rsplit_once('-')
            .and_then(|(stream, version)| Some((stream.parse().ok()?, version.parse().ok()?)))
            .map(|(stream, version)| Self { stream, version });
        // Each id has exactly one spelling, so capitals and leading zeros are refused.
        parsed.filter(|id| id.to_string() == text).ok_or_else(|| InvalidNotificationId(text.to_owned()))
    }
}

impl Serialize for NotificationId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for NotificationId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_id_survives_the_round_trip_and_has_one_spelling() {
        let id = NotificationId { stream: StreamId::new("order", Uuid::from_u128(0xab)), version: 7 };
        let text = "order-00000000-0000-0000-0000-0000000000ab-7";
        assert_eq!((id.to_string().as_str(), text.parse()), (text, Ok(id)));
        for odd in [
            "",
            "order",
            "order-7",
            "7",
            &text.to_uppercase(),
            &format!("{text}-"),
            &text.replace("-7", "-07"),
        ] {
            assert!(odd.parse::<NotificationId>().is_err(), "{odd}");
        }
    }
}
