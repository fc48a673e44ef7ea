//! The state of an aggregate at a version of its stream.

use chrono::{DateTime, Utc};
use domain::Aggregate;
use event_store::EventLog;
use shared_events::{Position, Recorded, Version};
use uuid::Uuid;

use super::failure::Failure;

/// An aggregate at a version of its stream.
#[derive(Debug)]
pub struct Loaded<A> {
    /// The state, folded from the events.
    pub state: A,
    /// The number of events in the stream.
    pub version: Version,
    /// The position of the stream's last event in the log.
    pub position: Position,
    /// Time of the first event.
    pub since: Option<DateTime<Utc>>,
}

impl<A: Aggregate> Loaded<A> {
    /// An empty stream.
    pub fn empty_stream() -> Self {
        Self { state: A::default(), version: 0, position: Position::START, since: None }
    }
}

/// Result of a command.
#[derive(Debug)]
pub struct Executed<A> {
    /// The state after the command.
    pub state: A,
    /// Number of events in the stream after it.
    pub version: Version,
    /// Position in the log of the stream's last event: a view that has reached it shows the result.
    pub position: Position,
}

/// A stream's state at a version.
#[derive(Clone, Debug)]
pub struct KnownState<A> {
    pub(super) state: A,
    pub(super) version: Version,
    pub(super) position: Position,
}

impl<A: Default> Default for KnownState<A> {
    fn default() -> Self {
        Self { state: A::default(), version: 0, position: Position::START }
    }
}

impl<A> From<Loaded<A>> for KnownState<A> {
    fn from(Loaded { state, version, position, .. }: Loaded<A>) -> Self {
        Self { state, version, position }
    }
}

impl<A> From<Executed<A>> for KnownState<A> {
    fn from(Executed { state, version, position }: Executed<A>) -> Self {
        Self { state, version, position }
    }
}

/// Loads an aggregate from its stream.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn load<A: Aggregate, R>(log: &EventLog, id: Uuid) -> Result<Loaded<A>, Failure<R>> {
    let events: Vec<Recorded<A::Event>> = log.load(id).await?;
    let since = events.first().map(|event| event.recorded_at);
    let last = events.last().map(|event| (event.version, event.position));
    let (version, position) = last.unwrap_or((0, Position::START));
    Ok(Loaded { state: A::fold(events.iter().map(|recorded| &recorded.event)), version, position, since })
}
