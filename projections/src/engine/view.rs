//! The trait that every view implements. A view is a folder in [`crate::views`].

use async_trait::async_trait;
use shared_events::{Position, RawEvent, Recorded};
use sqlx::PgConnection;

/// A read model: it has tables of its own, filled only from events of the categories that it reads.
pub trait View: Send + Sync {
    /// The view's name. The schema is `rm_<name>_v<N>`; queries read its tables through `read.<name>_<table>`.
    fn name(&self) -> &'static str;

    /// The code version. Raise it when the schema or the written rows change: the view is then rebuilt beside the old
    /// one.
    fn version(&self) -> i32;

    /// The categories of the streams that it reads.
    fn categories(&self) -> &'static [&'static str];

    /// The tables with their primary keys. Runs with the view's schema as the search path, so names are unqualified.
    fn tables(&self) -> &'static str;

    /// The secondary indexes and triggers: named `CREATE INDEX` and `CREATE TRIGGER` statements, slowest first. A build
    /// makes them when the tables are full, two at a time.
    fn indexes(&self) -> &'static str;

    /// Columns (`table.column`) whose texts hold no personal data, so that operators may see them when builds are
    /// compared. Numbers, times, ids and booleans are always shown; every other text is masked.
    fn open_columns(&self) -> &'static [&'static str] {
        &[]
    }

    /// Tables whose rows depend on where batches were cut, and so differ between builds of the same log. Comparisons of
    /// builds leave them out.
    fn batch_tables(&self) -> &'static [&'static str] {
        &[]
    }

    /// Decodes a batch of events, in order of position, and merges their changes per key as far as possible without
    /// the tables: a build folds a page while the previous one is still being written. Runs on a blocking thread, so
    /// it may take long. A folded batch may never be written.
    ///
    /// # Errors
    /// See [`ApplyError`].
    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError>;
}

/// A folded batch, ready to be written.
#[async_trait]
pub trait Folded: Send {
    /// Writes the batch, with the view's schema as the search path. Runs in the transaction that moves the checkpoint,
    /// so each event is applied exactly once. Reads the rows on which the changes depend, and works on sets of rows
    /// with UNNEST.
    ///
    /// # Errors
    /// See [`ApplyError`]. The transaction is rolled back.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError>;
}

/// Why a batch was not applied.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// The database refused the batch; a retry may help.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The view cannot understand this event; a retry does not help.
    #[error("event at position {position} of {stream}: {reason}")]
    Event {
        /// The event's position in the log.
        position: Position,
        /// The event's stream.
        stream: String,
        /// The reason.
        reason: String,
    },
}
