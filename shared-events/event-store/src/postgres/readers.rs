//! The connections that all readers share. Each read has a time limit.

use std::time::Duration;

use postgres_kit::{Pool, Pooled};
use shared_events::{Position, RawEvent, Recorded, StreamId, Version};
use tokio::time::{self, error::Elapsed};

use super::{
    errors::while_reading,
    reader::{self, Mark},
};
use crate::{Categories, Page, ReadError};

/// A pool of connections with a time limit for answers.
pub(super) struct Readers {
    pool: Pool,
    answer_timeout: Duration,
}

impl Readers {
    pub(super) const fn new(pool: Pool, answer_timeout: Duration) -> Self {
        Self { pool, answer_timeout }
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
        let mut connection = self.acquire().await?;
        let read = reader::page(&mut connection, after, categories, limit);
        let result = time::timeout(self.answer_timeout, read).await;
        self.given_back(connection, result)
    }

    /// See [`crate::EventStore::read_stream`].
    pub(super) async fn stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        let mut connection = self.acquire().await?;
        let read = reader::stream(&mut connection, stream, after, limit);
        let result = time::timeout(self.answer_timeout, read).await;
        self.given_back(connection, result)
    }

    /// See [`crate::EventStore::read_last`].
    pub(super) async fn last_of_stream(
        &self,
        stream: &StreamId,
    ) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        let mut connection = self.acquire().await?;
        let read = reader::last_of_stream(&mut connection, stream);
        let result = time::timeout(self.answer_timeout, read).await;
        self.given_back(connection, result)
    }

    async fn acquire(&self) -> Result<Pooled, ReadError> {
        self.pool.acquire().await.map_err(while_reading)
    }

    /// Closes a connection that has missed its time limit: if it returned to the pool, its next user would wait for it
    /// again.
    fn given_back<T>(
        &self,
        mut connection: Pooled,
        result: Result<Result<T, ReadError>, Elapsed>,
    ) -> Result<T, ReadError> {
        result.unwrap_or_else(|_| {
            connection.close_on_drop();
            Err(ReadError::Unavailable(format!("no answer within {:?}", self.answer_timeout)))
        })
    }
}
