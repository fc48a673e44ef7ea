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

/// Events that fit, as far as the log was looked through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventPage {
    /// Newest first.
    pub events: Vec<EventHead>,
    /// Every event from here on, up to `before`, was looked at. To go on, ask with `before` set to this.
    pub scanned_to: u64,
    /// How many events were looked at.
    pub scanned: u64,
    /// Everything between `after` and `before` was looked at: there is nothing to go on with.
    pub end: bool,
    /// Where the log ends: to hear of what comes, ask with `after` set to this.
    pub head: u64,
}

/// An event without its payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventHead {
    /// Where it stands in the log.
    pub position: u64,
    /// Its stream.
    #[schema(example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: String,
    /// The stream's category.
    #[schema(example = "order")]
    pub category: String,
    /// Its number in its stream, from 1.
    pub version: u64,
    /// What happened.
    #[schema(example = "OrderPlaced")]
    pub r#type: String,
    /// The version of the payload's shape.
    pub schema_version: u16,
    /// When the decision was made.
    pub recorded_at: DateTime<Utc>,
    /// Its id.
    pub event_id: Uuid,
    /// The same for all that one request has led to.
    pub correlation_id: Uuid,
    /// The command or event that has directly caused it.
    pub causation_id: Uuid,
    /// Who made it happen.
    pub actor: EventActor,
}

/// Who made something happen.
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

/// An event with its payload and what it has to do with others.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventDetail {
    /// What surrounds it.
    pub event: EventHead,
    /// The payload. In the place of a personal value stands `{"$masked": "<account>"}`, whoever asks.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub data: Value,
    /// How many values are masked.
    pub masked: u64,
    /// What it has to do with others.
    pub links: EventLinks,
}

/// What an event has to do with others.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventLinks {
    /// All that the same request has led to.
    pub correlation: Correlation,
    /// The event that has caused it; null when a command did, or when that event was not found.
    #[schema(required)]
    pub causation: Option<EventHead>,
    /// What it has caused itself, oldest first; at most 20, of those that were looked at.
    pub effects: Vec<EventHead>,
    /// Where the event before it in its stream stands.
    #[schema(required)]
    pub previous: Option<u64>,
    /// Where the event behind it in its stream stands.
    #[schema(required)]
    pub next: Option<u64>,
}

/// All that one request has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correlation {
    /// How many events, this one among them, stand between `from` and `to`.
    pub events: u64,
    /// The position from which on events were looked at.
    pub from: u64,
    /// The position up to which events were looked at.
    pub to: u64,
    /// The whole log was looked at.
    pub complete: bool,
}

/// A part of a stream's history.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StreamPage {
    /// The stream.
    #[schema(example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: String,
    /// The number of its last event.
    pub version: u64,
    /// Oldest first.
    pub events: Vec<StreamStep>,
    /// There is nothing behind these.
    pub end: bool,
}

/// An event of a stream and the state behind it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StreamStep {
    /// What surrounds it.
    pub event: EventHead,
    /// The payload, masked as in `GET /admin/events/{position}`.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub data: Value,
    /// What decisions knew of the thing after this event, masked as well; null for categories that have no state to look at,
    /// behind an event that cannot be read, and behind the 5,000th event.
    #[schema(required, value_type = Option<BTreeMap<String, Value>>)]
    pub state: Option<Value>,
}
