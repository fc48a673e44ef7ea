//! The catalog's search index: which public products match a query, in which order, and how many there are for each
//! value of a filter. Postgres remains the source of truth; the index knows ids and what is needed to find them.
//!
//! A [`Writer`] applies the changes of the catalog view and commits them with the view's position. A
//! [`Snapshot`] is the index as of one commit. Everything that a query needs is answered from one snapshot.

#![warn(missing_docs)]

mod commit;
mod corrections;
mod counted;
mod counts;
mod dictionaries;
mod document;
mod facts;
mod files;
mod filter;
mod lists;
mod matching;
mod merchants;
mod order;
mod parts;
mod permutations;
mod ranking;
mod schema;
mod search;
mod segment;
mod snapshot;
mod sorter;
mod sorts;
mod stemming;
mod suggest;
mod terms;
mod typed;
mod writer;

pub use commit::Commit;
pub use counts::{Counts, Facets, PriceRange, TruthCounts};
pub use document::Document;
pub use filter::{Filter, Way};
pub use order::{Cursor, Value};
pub use ranking::{Class, Typed, popularity_boost, score};
pub use search::{Found, Hit, Page};
pub use snapshot::Snapshot;
pub use sorts::{Sort, SortKey, usual_order};
pub use stemming::{Heads, heads, is_stop_word, one_and_many, stem};
pub use suggest::Suggestion;
pub use terms::Terms;
pub use writer::{CatalogIndex, Writer};

/// The index failed: an unreadable file, or a bug.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// tantivy's error.
    #[error("catalog index: {0}")]
    Tantivy(#[from] tantivy::TantivyError),
    /// A file could not be read or written.
    #[error("catalog index: {0}")]
    Io(#[from] std::io::Error),
    /// The commit's payload could not be written.
    #[error("catalog index: {0}")]
    Payload(#[from] serde_json::Error),
    /// A column is missing: a program with another schema wrote the files.
    #[error("catalog index: column {0} is missing")]
    Column(&'static str),
}

impl Error {
    /// Whether another process has opened the index.
    #[must_use]
    pub const fn is_in_use(&self) -> bool {
        matches!(self, Self::Tantivy(tantivy::TantivyError::LockFailure(..)))
    }
}
