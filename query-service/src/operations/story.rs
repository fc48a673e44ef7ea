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

/// Everything that one request has led to, as far as the log was looked through.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Story {
    /// The id of the request's command, which all of its events have as their correlation id.
    pub correlation_id: Uuid,
    /// Who asked for it.
    pub actor: EventActor,
    /// When the first event was decided.
    pub began_at: DateTime<Utc>,
    /// In the order of the log, at most 500.
    pub events: Vec<StoryEvent>,
    /// There are more events than these.
    pub more: bool,
    /// The position from which on events were looked at.
    pub from: u64,
    /// The position up to which events were looked at.
    pub to: u64,
    /// The whole log was looked at.
    pub complete: bool,
    /// The views that read these events.
    pub views: Vec<StoryView>,
    /// The process managers that follow these events or have made some of them.
    pub managers: Vec<StoryManager>,
}

/// An event of a story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StoryEvent {
    /// The event.
    pub event: EventHead,
    /// What happened, in plain words.
    pub sentence: String,
    /// How many events of the story lead from the request to it.
    pub depth: u32,
}

/// How far a view is with a story. When it applied an event is not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryView {
    /// Its name.
    #[schema(example = "orders")]
    pub name: String,
    /// How many of the story's events it reads.
    pub reads: u64,
    /// How many of them are in what it serves.
    pub applied: u64,
    /// How many of them it has left out, because it has parked their streams.
    pub parked: u64,
    /// Every event up to here is in what it serves, apart from parked streams.
    pub position: u64,
    /// How far the log goes beyond that.
    pub lag: u64,
}

/// What a process manager did because of a story's events, or has still to do.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryManager {
    /// Its name.
    #[schema(example = "mail_when_order_changes")]
    pub name: String,
    /// How far it is.
    pub state: StoryManagerState,
    /// The positions of the story's events that it has made.
    pub made: Vec<u64>,
    /// What it has still to do because of the story.
    pub steps: Vec<Subject>,
}

/// How far a process manager is with a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StoryManagerState {
    /// It has read all of the events that it follows, and nothing is left to do. What it has sent by mail is not in the log.
    Done,
    /// It has noted something to do, now or later.
    Waiting,
    /// A step fails and is tried again.
    Failing,
    /// A step waits for a person.
    Parked,
    /// It has not read all of the events yet.
    Behind,
}
