//! The log's events about a person, as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// What a part of the log holds about somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonPage {
    /// When they were forgotten; null as long as they are not.
    #[schema(required)]
    pub erased_at: Option<DateTime<Utc>>,
    /// The log's last position.
    pub head: u64,
    /// How far this answer has read: `after` of the next request.
    pub up_to: u64,
    /// The log ended there.
    pub end: bool,
    /// What was found on the way, by the kind of stream.
    pub counts: Vec<PersonCount>,
}

/// Events of one kind of stream that are about somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonCount {
    /// The kind of stream.
    #[schema(example = "order")]
    pub category: String,
    /// Events.
    pub events: u64,
    /// Values of the person's own in them that can be read.
    pub readable: u64,
    /// Values of the person's own that nobody can read any more.
    pub erased: u64,
}
