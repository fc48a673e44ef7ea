//! All events that a request has caused, as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{EventActor, EventHead, Subject};

/// The request to show, and how far the log is searched for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoryWanted {
    /// The identification of the request.
    pub of: StoryOf,
    /// The number of events that are searched on each side.
    pub reach: u64,
}

/// The identification of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoryOf {
    /// The position of one of the request's events. Events on both sides of it are searched.
    Event(u64),
    /// The request's correlation id. The newest events are searched.
    Correlation(Uuid),
}

/// The events that a request has caused, as far as the log was searched.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Story {
    /// The id of the request's command, which all of its events have as their correlation id.
    pub correlation_id: Uuid,
    /// The person, or the part of the system, that made the request.
    pub actor: EventActor,
    /// When the first event was recorded.
    pub began_at: DateTime<Utc>,
    /// The events, in order of position; at most 500.
    pub events: Vec<StoryEvent>,
    /// Whether there are more events.
    pub more: bool,
    /// The first position that was searched.
    pub from: u64,
    /// The last position that was searched.
    pub to: u64,
    /// Whether the whole log was searched.
    pub complete: bool,
    /// The views that read these events.
    pub views: Vec<StoryView>,
    /// The process managers that follow these events or have appended some of them.
    pub managers: Vec<StoryManager>,
}

/// An event of a story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StoryEvent {
    /// The event.
    pub event: EventHead,
    /// What happened, in a sentence.
    pub sentence: String,
    /// The number of events on the path from the request to this one.
    pub depth: u32,
}

/// A view's progress with the story. The time at which it applied an event is not recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryView {
    /// The view's name.
    #[schema(example = "orders")]
    pub name: String,
    /// The number of the story's events that the view reads.
    pub reads: u64,
    /// The number of these events that the serving generation has applied.
    pub applied: u64,
    /// The number of these events that are left out, because their streams are parked.
    pub parked: u64,
    /// The position of the serving generation: it has applied every event up to there, except parked streams.
    pub position: u64,
    /// The distance between this position and the end of the log.
    pub lag: u64,
}

/// A process manager's work because of the story.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryManager {
    /// The process manager's name.
    #[schema(example = "mail_when_order_changes")]
    pub name: String,
    /// The state of the work.
    pub state: StoryManagerState,
    /// The positions of the story's events that it has appended.
    pub made: Vec<u64>,
    /// The pending steps because of the story.
    pub steps: Vec<Subject>,
}

/// The state of a process manager's work because of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StoryManagerState {
    /// It has read all events that it follows, and nothing is pending. Sent mail is not in the log.
    Done,
    /// Something is pending, now or later.
    Waiting,
    /// A step fails and is retried.
    Failing,
    /// A step waits for an operator.
    Parked,
    /// It has not read all of the events yet.
    Behind,
}
