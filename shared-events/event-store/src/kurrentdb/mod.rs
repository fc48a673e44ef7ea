//! The event store on KurrentDB (EventStoreDB until 2024).
//!
//! - [`connection`]: the client, and a new one when it is of no more use;
//! - [`appender`]: appends that can be repeated exactly;
//! - [`reader`]: pages of streams and of the log;
//! - [`known`]: which event ids a stream has, because KurrentDB itself knows them by place alone;
//! - [`news`]: wakes those who wait for the log to move;
//! - [`nodelay`]: makes its connections send at once;
//! - [`codec`]: how our envelope is stored.
//!
//! A position is the commit position of an event, a byte offset in KurrentDB's log. Streams whose names are not
//! `category-uuid` are not ours and are never delivered, above all the system's own (`$…`).

mod appender;
mod codec;
mod connection;
mod errors;
mod known;
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
use self::{connection::Connection, known::Known, news::News};
use crate::{
    AppendError, Appended, Categories, EventStore, ExpectedVersion, Page, ReadError, StreamHistory,
    limits::payloads_within_limits, port::import_by_appends,
};

/// A server takes 1 MiB in one append unless it is told otherwise (MaxAppendSize), metadata included.
const IMPORT_APPEND_BYTES: usize = 500_000;

/// The event store on a KurrentDB server or cluster.
pub struct KurrentDbEventStore {
    connection: Arc<Connection>,
    known: Known,
    news: News,
}

impl KurrentDbEventStore {
    /// The store at an address such as `kurrentdb://admin:secret@db.example:2113` (`?tls=false` for a server without
    /// TLS, several hosts with commas or `kurrentdb+discover://` for a cluster). Nothing is sent before the first call;
    /// a server that is not there yet is an error of that call.
    ///
    /// # Errors
    /// When the address cannot be understood.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn start(url: &str) -> Result<Arc<Self>, InvalidUrl> {
        let connection = Arc::new(Connection::to(url)?);
        let news = News::start(Arc::clone(&connection));
        Ok(Arc::new(Self { connection, known: Known::default(), news }))
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

    /// Stream after stream, in appends that a server with its usual settings takes: not all or nothing.
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
        // Whoever decides has read the stream: its append needs no other look at which ids are there.
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
