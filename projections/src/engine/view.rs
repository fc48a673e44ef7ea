//! What a view must say about itself. A view is a folder in [`crate::views`]: `schema.sql`, `apply.rs`, `tests.rs`.

use async_trait::async_trait;
use shared_events::{Position, RawEvent, Recorded};
use sqlx::PgConnection;

/// A read model: tables of its own, filled from events of the categories that it reads, and nothing else.
pub trait View: Send + Sync {
    /// Its name: the schema is `rm_<name>_v<N>`, its tables are read through `read.<name>_<table>`.
    fn name(&self) -> &'static str;

    /// Raise it when the schema or what is written to it changes: the view is then rebuilt beside the old one.
    fn version(&self) -> i32;

    /// The stream categories that it reads.
    fn categories(&self) -> &'static [&'static str];

    /// Tables with their primary keys. Run with the view's schema as the search path: names are unqualified.
    fn tables(&self) -> &'static str;

    /// Secondary indexes, `CREATE INDEX` and a name each, those that take longest first. A build makes them when the tables
    /// are full, two at a time.
    fn indexes(&self) -> &'static str;

    /// Columns (`table.column`) whose texts are nobody's personal data, so that operators may see them when builds are
    /// compared. Numbers, times, ids and truth values are shown anyway; every other text is masked.
    fn open_columns(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads a batch of events, in order of position, and folds it per key as far as that is possible without the
    /// tables: they are not yet what the batch will find, for a build folds a page while the one before is being written.
    /// Takes all the time it needs: it runs beside the program's tasks. What is folded may never be written.
    ///
    /// # Errors
    /// See [`ApplyError`].
    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError>;
}

/// What a view has made of a batch.
#[async_trait]
pub trait Folded: Send {
    /// Writes it, with the view's schema as the search path. Runs in the transaction that moves the checkpoint, so each
    /// event is applied exactly once. Whatever depends on the tables is read here. Set-based: with UNNEST.
    ///
    /// # Errors
    /// See [`ApplyError`]. The transaction is rolled back.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError>;
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
