//! The log of events as operators see it. Personal data stays sealed.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared_events::StreamId;
use utoipa::ToSchema;
use uuid::Uuid;

/// A filter of events. All members apply together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    pub stream: Option<StreamId>,
    /// Events of streams in these categories; empty means any.
    pub categories: Vec<&'static str>,
    /// Events of these types; empty means any.
    pub types: Vec<String>,
    /// Events of the request with this correlation id.
    pub correlation: Option<Uuid>,
    /// Events that this command or event has caused directly.
    pub causation: Option<Uuid>,
    /// Events recorded at this time or later.
    pub since: Option<DateTime<Utc>>,
    /// Events recorded before this time.
    pub until: Option<DateTime<Utc>>,
}

/// A part of the log. Both bounds are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventSpan {
    /// After this position.
    pub after: u64,
    /// Before this position; `None` means up to the end of the log.
    pub before: Option<u64>,
    /// The most events that are returned, the newest first.
    pub limit: usize,
}

/// The matching events in the scanned part of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventPage {
    /// The events, newest first.
    pub events: Vec<EventHead>,
    /// The position down to which the log was scanned. To continue, repeat the request with `before` set to it.
    pub scanned_to: u64,
    /// The number of scanned events.
    pub scanned: u64,
    /// Whether everything between `after` and `before` was scanned.
    pub end: bool,
    /// The end of the log. For later events, repeat the request with `after` set to it.
    pub head: u64,
}

/// An event without its payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventHead {
    /// The event's position in the log.
    pub position: u64,
    /// The event's stream.
    #[schema(example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: String,
    /// The stream's category.
    #[schema(example = "order")]
    pub category: String,
    /// The event's number in its stream, from 1.
    pub version: u64,
    /// The event's type.
    #[schema(example = "OrderPlaced")]
    pub r#type: String,
    /// The schema version of the payload.
    pub schema_version: u16,
    /// When the event was recorded.
    pub recorded_at: DateTime<Utc>,
    /// The event's id.
    pub event_id: Uuid,
    /// The id of the request that has caused the event, the same for all of its events.
    pub correlation_id: Uuid,
    /// The id of the command or event that has directly caused the event.
    pub causation_id: Uuid,
    /// The person, or the part of the system, that caused the event.
    pub actor: EventActor,
}

/// The person, or the part of the system, that caused an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum EventActor {
    /// A person.
    Account {
        /// The id of the account.
        id: Uuid,
        /// `customer`, `merchant` or `admin`.
        role: String,
    },
    /// A process manager, an import or an operator's command.
    System {
        /// Its name.
        name: String,
    },
}

/// An event with its payload and its links to other events.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventDetail {
    /// The event without its payload.
    pub event: EventHead,
    /// The payload. Every personal value is replaced by `{"$masked": "<account>"}`, whoever asks.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub data: Value,
    /// The number of masked values.
    pub masked: u64,
    /// The links to other events.
    pub links: EventLinks,
}

/// An event's links to other events.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventLinks {
    /// The events of the same request.
    pub correlation: Correlation,
    /// The event that has caused this one; null when a command did, or when the event was not found.
    #[schema(required)]
    pub causation: Option<EventHead>,
    /// The events that this one has caused directly, oldest first: at most 20 of those that were scanned.
    pub effects: Vec<EventHead>,
    /// The position of the previous event of the stream.
    #[schema(required)]
    pub previous: Option<u64>,
    /// The position of the next event of the stream.
    #[schema(required)]
    pub next: Option<u64>,
}

/// The events of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correlation {
    /// The number of events of the request between `from` and `to`, including this one.
    pub events: u64,
    /// The first position that was scanned.
    pub from: u64,
    /// The last position that was scanned.
    pub to: u64,
    /// Whether the whole log was scanned.
    pub complete: bool,
}

/// A part of a stream.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StreamPage {
    /// The stream.
    #[schema(example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: String,
    /// The number of the stream's last event.
    pub version: u64,
    /// The events, oldest first.
    pub events: Vec<StreamStep>,
    /// Whether these are the stream's last events.
    pub end: bool,
}

/// An event of a stream, with the state after it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StreamStep {
    /// The event without its payload.
    pub event: EventHead,
    /// The payload, masked as in `GET /admin/events/{position}`.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub data: Value,
    /// The state that decisions use after this event, masked as well; null for categories without such a state, after
    /// an event that cannot be read, and after the 5,000th event.
    #[schema(required, value_type = Option<BTreeMap<String, Value>>)]
    pub state: Option<Value>,
}
