//! The connections that all readers share. Each read has a time limit.

use std::time::Duration;

use chrono::{DateTime, Utc};
use postgres_kit::{Limits, Pool};
use shared_events::{Position, RawEvent, Recorded, StreamId, Version};
use sqlx::PgConnection;

use super::{
    deadline,
    errors::while_reading,
    group_reader::{GroupReader, Question},
    reader::{self, Mark, StreamPage},
};
use crate::{Categories, Page, ReadError};

/// The most events of a stream that are read together with other streams: a long stream would delay them.
const GROUPED_EVENTS: usize = 100;

/// A pool of connections with a time limit for answers.
pub(super) struct Readers {
    pool: Pool,
    answer_timeout: Duration,
    streams: GroupReader<StreamPage>,
}

impl Readers {
    /// Starts the workers that read streams.
    pub(super) fn start(pool: Pool, limits: Limits) -> Self {
        let streams = GroupReader::start(&pool, limits);
        Self { pool, answer_timeout: limits.answer, streams }
    }

    /// The time limit for an answer.
    pub(super) const fn answer_timeout(&self) -> Duration {
        self.answer_timeout
    }

    /// Reads a page of the whole log and the mark that bounds it.
    pub(super) async fn page(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<(Page, Mark), ReadError> {
        self.read(async |connection| reader::page(connection, after, categories, limit).await).await
    }

    /// Reads the mark, and when the first event beyond it was recorded.
    pub(super) async fn end(&self) -> Result<(Mark, Option<DateTime<Utc>>), ReadError> {
        self.read(async |connection| reader::end(connection).await.map_err(while_reading)).await
    }

    /// See [`crate::EventStore::read_stream`].
    pub(super) async fn stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        let page = |after, limit| StreamPage { stream: stream.clone(), after, limit };
        let beginning = self.streams.ask(page(after, limit.min(GROUPED_EVENTS))).await;
        let mut events = beginning.map_err(ReadError::Unavailable)??;
        if let Some(last) = events.last().filter(|_| events.len() == GROUPED_EVENTS && limit > GROUPED_EVENTS)
        {
            let rest = [page(last.version, limit - GROUPED_EVENTS)];
            let read = async |connection: &mut PgConnection| {
                StreamPage::answer_all(connection, &rest).await.map_err(while_reading)
            };
            for rest in self.read(read).await? {
                events.extend(rest?);
            }
        }
        Ok(events)
    }

    /// See [`crate::EventStore::read_last`].
    pub(super) async fn last_of_stream(
        &self,
        stream: &StreamId,
    ) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        self.read(async |connection| reader::last_of_stream(connection, stream).await).await
    }

    async fn read<T>(
        &self,
        read: impl AsyncFnOnce(&mut PgConnection) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let mut connection = self.pool.acquire().await.map_err(while_reading)?;
        deadline::keep(&mut connection, self.answer_timeout, read).await.map_err(ReadError::Unavailable)?
    }
}
