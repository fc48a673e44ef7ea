//! The `EventStore` port: the interface of every event store. The contract suite in `contract` checks each adapter.

use std::{borrow::Cow, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};

use crate::{
    AppendError, ReadError, StreamHistory,
    limits::{MAX_APPEND_BYTES, append_sizes, import_within_limits},
};

/// The stream version that a caller of an append expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVersion {
    /// The stream has exactly this many events; 0 means that it does not exist yet.
    Exact(Version),
    /// The stream has exactly this many events, and the log still has this [epoch](EventStore::epoch). For decisions
    /// that also depend on other streams, whose events a failover may have lost.
    ExactIn {
        /// The number of events that the stream must have.
        version: Version,
        /// The epoch of the log when the decision's first read began.
        epoch: u64,
    },
    /// The stream may be in any state. For facts that do not depend on earlier events.
    Any,
}

impl ExpectedVersion {
    /// The expected number of events, if any.
    pub const fn version(self) -> Option<Version> {
        match self {
            Self::Exact(version) | Self::ExactIn { version, .. } => Some(version),
            Self::Any => None,
        }
    }

    /// Whether the expectation allows an append to the log of this epoch.
    pub(crate) fn allows(self, now: u64) -> bool {
        !matches!(self, Self::ExactIn { epoch, .. } if epoch != now)
    }
}

/// The result of a durable append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The stream's version after the append.
    pub version: Version,
    /// The log position of the append's last event.
    pub position: Position,
    /// Whether the stream had these events already, so that nothing was written. `version` and `position` are then
    /// those of the first append, and the stream may have grown since. It is also true when the answer to an earlier
    /// attempt of this append was lost. KurrentDB does not report it for events that another process wrote at the
    /// expected version.
    pub repeated: bool,
}

/// The categories of streams that a reader wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Categories {
    /// Every stream.
    All,
    /// Only streams of these categories.
    Only(Cow<'static, [&'static str]>),
}

impl Categories {
    /// Whether a stream of this category is wanted.
    pub fn include(&self, category: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(wanted) => wanted.contains(&category),
        }
    }
}

/// A page of the log, in order of position.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The wanted events after the requested position and up to `up_to`.
    pub events: Vec<Recorded<RawEvent>>,
    /// All wanted events up to this position have been delivered, and none can appear at or before it later. A
    /// checkpoint moves here even if `events` is empty, so that it passes unwanted events.
    pub up_to: Position,
    /// Whether the page reached the end of the log at the time of the read.
    pub end: bool,
}

impl Page {
    /// Builds the page of an adapter that requested at most `limit` events after `after` and up to `mark`, when
    /// everything up to `mark` was readable. A full page ends at its last event, because more events may follow.
    pub(crate) fn within(
        after: Position,
        mark: Position,
        limit: usize,
        events: Vec<Recorded<RawEvent>>,
    ) -> Self {
        let up_to = match events.last() {
            _ if events.len() < limit => mark,
            Some(last) => last.position,
            None => after,
        };
        Self { events, up_to, end: up_to == mark }
    }
}

/// The end of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEnd {
    /// The position of the last event.
    pub position: Position,
    /// When the first event was recorded (UTC) that readers do not get yet, because an earlier position may still be
    /// filled; `None` when they get all.
    pub unread_since: Option<DateTime<Utc>>,
}

/// A session that keeps all readers from the end of the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nobody can read the events from {position} to {highest}, because of an open append of {session}")]
pub struct HeldBack {
    /// Readers get the events up to here.
    pub position: Position,
    /// The last position of the log.
    pub highest: Position,
    /// How long readers have been kept from what follows `position`.
    pub lasts: Duration,
    /// Names the session.
    pub session: String,
}

/// An append-only log of streams. It can be shared in an `Arc`.
#[async_trait]
pub trait EventStore: Send + Sync {
    /// Appends all events to one stream, or none.
    ///
    /// Appending the same event ids in the same order again returns the first result with [`Appended::repeated`] and
    /// writes nothing, even if the stream has grown since. An empty list returns the stream's current version and
    /// writes nothing.
    ///
    /// # Errors
    /// See [`AppendError`]. When the future is dropped the append may still be written.
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError>;

    /// Writes whole new streams into the log, faster than appends. Returns the position of the last event, or
    /// [`Position::START`] when there is none.
    ///
    /// Imports are idempotent, even if the streams have grown since: streams that exist with exactly these events are
    /// left unchanged, and the first result is returned. Memory and Postgres write all streams or none. Other stores
    /// may leave a failed import incomplete; repeating it writes the rest.
    ///
    /// # Errors
    /// See [`AppendError`]. A stream that exists with other events is a conflict (`expected` is 0). When the future is
    /// dropped, the import may still be written.
    async fn import(&self, histories: Vec<StreamHistory>) -> Result<Position, AppendError> {
        import_by_appends(self, histories, MAX_APPEND_BYTES).await
    }

    /// Reads up to `limit` events of a stream after version `after` (0 for the start), oldest first. A stream that
    /// does not exist is empty.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError>;

    /// Reads the last event of a stream, if it has any.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError>;

    /// Reads up to `limit` events of the wanted categories after a position.
    ///
    /// No event is ever skipped: an event that becomes visible later has a position beyond every `up_to` returned
    /// before.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError>;

    /// Like [`EventStore::read_all`], for followers. The answer may be some milliseconds old, so that the followers of
    /// a process can share one read. A follower that has read all known events gets an answer from after its request.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn read_on(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        self.read_all(after, categories, limit).await
    }

    /// The epoch of the log, as far as this process has noticed.
    ///
    /// The epoch rises when another server answers (after a failover to a standby, or a restore) and when the log has
    /// become shorter: positions and versions read before may now belong to other events. A read of the log notices the
    /// change before it returns.
    fn epoch(&self) -> u64 {
        0
    }

    /// What has kept readers from the end of the log for longer than any append takes.
    fn held_back(&self) -> Option<HeldBack> {
        None
    }

    /// Whether the log ends before this position. Then a reader with a checkpoint at this position has read another
    /// log.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn ends_before(&self, position: Position) -> Result<bool, ReadError> {
        Ok(self.end().await?.position < position)
    }

    /// The end of the log, also where readers do not get to yet.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn end(&self) -> Result<LogEnd, ReadError> {
        let nothing = Categories::Only(Cow::Borrowed(&[]));
        let position = self.read_all(Position::START, &nothing, 1).await?.up_to;
        Ok(LogEnd { position, unread_since: None })
    }

    /// Returns when there may be events after the position, or after `at_most`. It may also return early.
    async fn wait_beyond(&self, after: Position, at_most: Duration);
}

/// Imports one append after the other, for stores without a better way. An interrupted import has written some streams
/// completely and one in part; repeating it writes the rest. `append_bytes` is the largest payload of an append, unless
/// a single event is larger.
pub(crate) async fn import_by_appends(
    store: &(impl EventStore + ?Sized),
    histories: Vec<StreamHistory>,
    append_bytes: usize,
) -> Result<Position, AppendError> {
    let payloads = import_within_limits(&histories)?;
    let mut last = Position::START;
    for (StreamHistory { stream, events }, payloads) in histories.into_iter().zip(payloads) {
        let mut version = 0;
        let mut events = events.into_iter();
        for count in append_sizes(&payloads, append_bytes) {
            let part = events.by_ref().take(count).collect();
            let appended = store.append(&stream, ExpectedVersion::Exact(version), part).await?;
            version = appended.version;
            last = last.max(appended.position);
        }
    }
    Ok(last)
}
