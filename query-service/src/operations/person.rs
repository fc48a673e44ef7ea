//! The log's events about a person, as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The events about a person in a part of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonPage {
    /// When the person was erased; null before that.
    #[schema(required)]
    pub erased_at: Option<DateTime<Utc>>,
    /// The log's last position.
    pub head: u64,
    /// The position up to which this answer has read: the `after` of the next request.
    pub up_to: u64,
    /// Whether the log ends there.
    pub end: bool,
    /// The events that were found, by category of stream.
    pub counts: Vec<PersonCount>,
}

/// The events about a person in streams of one category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonCount {
    /// The category of the streams.
    #[schema(example = "order")]
    pub category: String,
    /// The number of events.
    pub events: u64,
    /// The number of the person's values in them that can be read.
    pub readable: u64,
    /// The number of the person's values in them that were erased.
    pub erased: u64,
}
