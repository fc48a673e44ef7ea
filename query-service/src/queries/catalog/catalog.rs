//! The catalog with its index and its caches. Other files of this folder add its queries.

use std::{num::NonZeroUsize, path::PathBuf, sync::Arc, thread::available_parallelism};

use postgres_kit::Pool;
use shared_events::Position;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    VIEW,
    index::{INDEX, Index},
    place::Around,
    product_row::ProductRow,
    recent::Recent,
    rows::Rows,
};
use crate::{Waiter, queries::loader::Loader};

/// The state of a process's search index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexStatus {
    /// The number of products that it has.
    pub products: u64,
    /// The number of its parts.
    pub segments: u64,
    /// The size of its files.
    pub bytes: u64,
    /// An upper bound on the number of events that the view has and the index lacks; `None` while it is unknown.
    pub lag: Option<u64>,
}

/// The catalog's queries, with caches of recent answers. Cloning is cheap.
#[derive(Clone)]
pub struct Catalog {
    pub(super) pool: Pool,
    pub(super) waiter: Waiter,
    pub(super) index: Index,
    /// Permits of searches in a large index.
    pub(super) turns: Arc<Semaphore>,
    pub(super) rows: Rows,
    pub(super) products: Loader<ProductRow>,
    pub(super) around: Recent<Arc<Around>>,
    pub(super) page_starts: Recent<Arc<[Uuid]>>,
}

impl Catalog {
    /// Follows the catalog of this database until `stop`. The index is kept in this folder, or else in memory.
    pub fn start(pool: &Pool, waiter: &Waiter, folder: Option<PathBuf>, stop: CancellationToken) -> Self {
        let rows = Rows::new();
        Self {
            pool: pool.clone(),
            waiter: waiter.clone(),
            index: Index::start(pool, waiter, &rows, folder, stop),
            turns: Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZeroUsize::get))),
            rows,
            products: Loader::start(pool, waiter.answer_limit()),
            around: Recent::default(),
            page_starts: Recent::default(),
        }
    }

    /// Waits until the index can be searched.
    pub async fn indexed(&self) {
        while self.index.snapshot().is_none() && !self.waiter.reached(&[INDEX], Position::START).await {}
    }

    /// The state of the index of this process; `None` while it is built for the first time.
    pub fn index_status(&self) -> Option<IndexStatus> {
        let snapshot = self.index.snapshot()?;
        let [view, index] = [VIEW, INDEX].map(|name| self.waiter.seen(name));
        Some(IndexStatus {
            products: snapshot.len(),
            segments: snapshot.segments() as u64,
            bytes: snapshot.bytes(),
            lag: view.zip(index).map(|(view, index)| view.0.saturating_sub(index.0)),
        })
    }
}
