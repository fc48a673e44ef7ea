//! What an event store must do. The contract suite (`contract.rs`) checks it on every adapter.

use std::{borrow::Cow, time::Duration};

use async_trait::async_trait;
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};

use crate::{
    AppendError, ReadError, StreamHistory,
    limits::{MAX_APPEND_BYTES, append_sizes, import_within_limits},
};

/// What the caller believes about a stream when it appends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVersion {
    /// The stream has exactly this many events; 0 for "does not exist yet".
    Exact(Version),
    /// The same, and the log is still the one of this [epoch](EventStore::epoch): for decisions that rest on more than this
    /// stream, for example on another one, whose events a failover may have lost.
    ExactIn {
        /// How many events the stream has.
        version: Version,
        /// When the decision's first read began.
        epoch: u64,
    },
    /// The stream may be in any state: for facts that are true whatever came before.
    Any,
}

impl ExpectedVersion {
    /// How many events the stream must have, if that matters.
    pub const fn version(self) -> Option<Version> {
        match self {
            Self::Exact(version) | Self::ExactIn { version, .. } => Some(version),
            Self::Any => None,
        }
    }

    /// Whether the caller may append to the log of this epoch.
    pub(crate) fn allows(self, now: u64) -> bool {
        !matches!(self, Self::ExactIn { epoch, .. } if epoch != now)
    }
}

/// An append that is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The stream's version after it.
    pub version: Version,
    /// The place of its last event in the log.
    pub position: Position,
    /// The store has recognised these events: they were in the stream before, and nothing was written. `version` and
    /// `position` are those of the first time, and the stream may have gone on since. True as well when an earlier try of
    /// this very append may have been written and its answer was lost. KurrentDB does not say it of events that another
    /// process has written at the expected version.
    pub repeated: bool,
}

/// Which categories of streams a reader wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Categories {
    /// Every stream.
    All,
    /// Streams of these categories alone.
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

/// A piece of the log, in order of position.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The wanted events after the asked position and up to `up_to`.
    pub events: Vec<Recorded<RawEvent>>,
    /// Every event up to here that the reader wants has been delivered; none can appear at or before it later. A
    /// checkpoint moves here even if `events` is empty, so that it passes events that the reader does not want.
    pub up_to: Position,
    /// There was nothing more to read when the page was made.
    pub end: bool,
}

impl Page {
    /// The page of an adapter that asked for at most `limit` events after `after` and up to `mark`, where everything up
    /// to `mark` was there to be read. A full page ends at its last event, for there may be more behind it.
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

/// An append-only log of streams. Cheap to share behind an `Arc`.
#[async_trait]
pub trait EventStore: Send + Sync {
    /// Appends all events to one stream, or none.
    ///
    /// The same event ids in the same order answer the first result again, as [`Appended::repeated`], and write nothing,
    /// whatever has been appended since. An empty list answers the stream's present version and writes nothing.
    ///
    /// # Errors
    /// See [`AppendError`]. When the future is dropped the append may still be written.
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError>;

    /// Puts whole new streams into the log, faster than appends do. Answers the position of the last event,
    /// [`Position::START`] when there is none.
    ///
    /// Repeating an import is harmless, whatever has been appended since: streams that are there with these very events
    /// are left alone, and the answer is the first one. Memory and Postgres write all streams or none; other stores may
    /// leave an import that fails unfinished, and repeating it writes the rest.
    ///
    /// # Errors
    /// See [`AppendError`]; a stream that is there with other events is a conflict (`expected` is 0). When the future is
    /// dropped the import may still be written.
    async fn import(&self, histories: Vec<StreamHistory>) -> Result<Position, AppendError> {
        import_by_appends(self, histories, MAX_APPEND_BYTES).await
    }

    /// Up to `limit` events of a stream after version `after` (0 for the start), oldest first. A stream that does not
    /// exist is empty.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError>;

    /// The last event of a stream, if it has any.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError>;

    /// Up to `limit` events of the wanted categories after a position.
    ///
    /// No event is ever skipped: an event that becomes visible later has a position beyond every `up_to` that was
    /// answered before.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError>;

    /// The same for those who follow the log: the answer may be some milliseconds old, so that the followers of a process
    /// can share one look at it. Whoever has read everything that is known gets an answer made after the question.
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

    /// Which log this is, as far as this process has noticed. The number rises when another server answers (a failover to a
    /// standby, a restore) or when the log has become shorter: positions and versions that were read before may belong to
    /// other events now. A read of the log notices it before it answers.
    fn epoch(&self) -> u64 {
        0
    }

    /// Whether the log ends before this position. Who has a checkpoint there has read another log.
    ///
    /// # Errors
    /// See [`ReadError`].
    async fn ends_before(&self, position: Position) -> Result<bool, ReadError> {
        let nothing = Categories::Only(Cow::Borrowed(&[]));
        Ok(self.read_all(Position::START, &nothing, 1).await?.up_to < position)
    }

    /// Returns when there may be events after the position, at the latest after `at_most`. May return early.
    async fn wait_beyond(&self, after: Position, at_most: Duration);
}

/// For stores that have nothing better: append after append. One that is broken off has written some streams whole and
/// one in part; repeating it writes the rest. `append_bytes`: the most payload in one append, unless one event has more.
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
