//! How a store fails.

use shared_events::{StreamId, Version};

/// Why an append was not acknowledged.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody else appended first. Nothing was written; load again and decide again.
    #[error("{stream} is at version {actual}, expected {expected}")]
    Conflict {
        /// Which stream.
        stream: StreamId,
        /// What the caller believed.
        expected: Version,
        /// What is true.
        actual: Version,
    },
    /// The connection broke after the append was sent: it may be durable or not. Appending again with the same event
    /// ids and the same expected version is safe and answers what is true.
    #[error("it is unknown whether the append was written: {0}")]
    OutcomeUnknown(String),
    /// The log is another one than when the caller began to read; see [`ExpectedVersion::ExactIn`](crate::ExpectedVersion::ExactIn). Nothing was written.
    /// Read again what the decision is based on, and decide again.
    #[error("the event log was replaced by another one: the decision rests on the one before")]
    Replaced,
    /// Nothing was written, and it may work later: the store is not reachable or too busy.
    #[error("the event store is not available: {0}")]
    Unavailable(String),
    /// Nothing was written, and it never will be: the request itself is wrong (for example an event beyond the size
    /// limit, or event ids that were used for other events).
    #[error("the event store refuses the append: {0}")]
    Refused(String),
}

/// Why a read failed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It may work later.
    #[error("the event store is not available: {0}")]
    Unavailable(String),
    /// What is stored cannot be understood.
    #[error("the event store holds something unreadable: {0}")]
    Corrupt(String),
    /// The log is another one than when the reader began; see [`EventStore::epoch`](crate::EventStore::epoch). What was read is to be dropped, and
    /// read again from the last stored checkpoint.
    #[error("the event log was replaced by another one: reading again from the last checkpoint")]
    Replaced,
}
