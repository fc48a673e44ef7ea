//! What a view must say about itself. A view is a folder in [`crate::views`]: `schema.sql`, `apply.rs`, `tests.rs`.

use async_trait::async_trait;
use shared_events::{Position, RawEvent, Recorded};
use sqlx::PgConnection;

/// A read model: tables of its own, filled from events of the categories that it reads, and nothing else.
#[async_trait]
pub trait View: Send + Sync {
    /// Its name: the schema is `rm_<name>_v<N>`, its tables are read through `read.<name>_<table>`.
    fn name(&self) -> &'static str;

    /// Raise it when the schema or what `apply` writes changes: the view is then rebuilt beside the old one.
    fn version(&self) -> i32;

    /// The stream categories that it reads.
    fn categories(&self) -> &'static [&'static str];

    /// Tables with their primary keys. Run with the view's schema as the search path: names are unqualified.
    fn tables(&self) -> &'static str;

    /// Secondary indexes; a rebuild makes them when the tables are full.
    fn indexes(&self) -> &'static str;

    /// Writes a batch of events, in order of position, with the view's schema as the search path. Runs in the
    /// transaction that moves the checkpoint, so each event is applied exactly once. Set-based: fold the batch per key
    /// in memory, then write with UNNEST.
    ///
    /// # Errors
    /// See [`ApplyError`]. The transaction is rolled back.
    async fn apply(&self, tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError>;
}

/// Why a batch was not applied.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// The database did not take it; trying again may help.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// This event cannot be understood by the view; trying again does not help.
    #[error("event at position {position} of {stream}: {reason}")]
    Event {
        /// Where it stands.
        position: Position,
        /// Its stream.
        stream: String,
        /// What is wrong.
        reason: String,
    },
}
