//! The errors of event stores.

use shared_events::{StreamId, Version};

/// The reason why an append was not acknowledged.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another writer has appended to the stream. Nothing was written; load the stream again and decide again.
    #[error("{stream} is at version {actual}, expected {expected}")]
    Conflict {
        /// The stream of the append.
        stream: StreamId,
        /// The version that the caller expected.
        expected: Version,
        /// The version that the stream has.
        actual: Version,
    },
    /// The connection broke after the append was sent, so the append may be durable or not. Appending again with the
    /// same event ids and the same expected version is safe, and returns the true outcome.
    #[error("it is unknown whether the append was written: {0}")]
    OutcomeUnknown(String),
    /// The log was replaced since the caller began to read; see
    /// [`ExpectedVersion::ExactIn`](crate::ExpectedVersion::ExactIn). Nothing was written. Read the basis of the
    /// decision again, and decide again.
    #[error("the event log was replaced by another one: the decision rests on the one before")]
    Replaced,
    /// Nothing was written, because the store cannot be reached or is too busy. A later attempt may succeed.
    #[error("the event store is not available: {0}")]
    Unavailable(String),
    /// Nothing was written, because the request is invalid (for example with an event beyond the size limit, or with
    /// event ids that other events have). A later attempt fails as well.
    #[error("the event store refuses the append: {0}")]
    Refused(String),
}

/// The reason why a read failed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The store cannot be reached or is too busy. A later attempt may succeed.
    #[error("the event store is not available: {0}")]
    Unavailable(String),
    /// The stored data cannot be decoded.
    #[error("the event store holds something unreadable: {0}")]
    Corrupt(String),
    /// The log was replaced since the reader began; see [`EventStore::epoch`](crate::EventStore::epoch). Drop the
    /// events read so far, and read again from the last stored checkpoint.
    #[error("the event log was replaced by another one: reading again from the last checkpoint")]
    Replaced,
}
