//! The event store on KurrentDB (EventStoreDB until 2024).
//!
//! - [`connection`]: holds the client, and replaces it when it is broken;
//! - [`appender`]: idempotent appends;
//! - [`reader`]: pages of streams and of the log;
//! - [`known`]: the event ids of a stream, because KurrentDB itself recognizes them only at the expected version;
//! - [`news`]: wakes readers that wait for new events;
//! - [`nodelay`]: turns off Nagle's algorithm on the connections;
//! - [`codec`]: how our envelope is stored.
//!
//! A position is the commit position of an event, a byte offset in KurrentDB's log. Streams whose names are not
//! `category-uuid` are not ours and are never delivered, in particular the system's own (`$…`).

mod appender;
mod codec;
mod connection;
mod errors;
mod known_streams;
mod news;
#[cfg(target_os = "linux")]
mod nodelay;
mod reader;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};

pub use self::connection::InvalidUrl;
use self::{connection::Connection, known_streams::KnownStreams, news::News};
use crate::{
    AppendError, Appended, Categories, EventStore, ExpectedVersion, Page, ReadError, StreamHistory,
    limits::payloads_within_limits, port::import_by_appends,
};

/// The size of an append during an import. By default a server accepts 1 MiB in one append (MaxAppendSize), including
/// metadata.
const IMPORT_APPEND_BYTES: usize = 500_000;

/// The event store on a KurrentDB server or cluster.
pub struct KurrentDbEventStore {
    connection: Arc<Connection>,
    known: KnownStreams,
    news: News,
}

impl KurrentDbEventStore {
    /// Opens the store at an address such as `kurrentdb://admin:secret@db.example:2113`.
    ///
    /// `?tls=false` is for a server without TLS. A cluster is addressed by several hosts with commas, or by
    /// `kurrentdb+discover://`. Nothing is sent before the first call, which fails if the server cannot be reached.
    ///
    /// # Errors
    /// When the address is invalid.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn start(url: &str) -> Result<Arc<Self>, InvalidUrl> {
        let connection = Arc::new(Connection::to(url)?);
        let news = News::start(Arc::clone(&connection));
        Ok(Arc::new(Self { connection, known: KnownStreams::default(), news }))
    }
}

#[async_trait]
impl EventStore for KurrentDbEventStore {
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        payloads_within_limits(stream, &events)?;
        if events.is_empty() {
            let last = self.read_last(stream).await;
            let last = last.map_err(|error| AppendError::Unavailable(error.to_string()))?;
            let (version, position) =
                last.map_or((0, Position::START), |event| (event.version, event.position));
            return Ok(Appended { version, position, repeated: false });
        }
        let known = self.known.of(stream);
        let appended = appender::append(&self.connection, &known, stream, expected, &events).await?;
        self.news.hear(appended.position);
        Ok(appended)
    }

    /// Writes one stream after the other, in appends that a server with default settings accepts. The import is not
    /// atomic.
    async fn import(&self, histories: Vec<StreamHistory>) -> Result<Position, AppendError> {
        import_by_appends(self, histories, IMPORT_APPEND_BYTES).await
    }

    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        let events = reader::stream(&self.connection, stream, after, limit).await?;
        // A command reads the stream before it appends. Learn its event ids now, so that the append need not read them
        // again.
        self.known.of(stream).learn(events.iter().map(|event| (event.version, event.event_id)));
        Ok(events)
    }

    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        reader::last_of_stream(&self.connection, stream).await
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        reader::page(&self.connection, after, categories, limit).await
    }

    async fn wait_beyond(&self, after: Position, at_most: Duration) {
        self.news.wait_beyond(after, at_most).await;
    }
}
