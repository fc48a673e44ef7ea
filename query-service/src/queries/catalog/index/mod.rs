//! The search index of this process: which products are on a page, in which order, how many there are, and what a typed
//! word may mean. It follows the view and can be deleted without loss; what an answer shows comes from Postgres.

mod documents;
mod folder;
mod follow;
mod published;
#[cfg(test)]
mod tests;

use std::{path::PathBuf, sync::Arc};

use catalog_index::Snapshot;
use postgres_kit::Pool;
use service_kit::Problem;
use tokio_util::sync::CancellationToken;

pub use self::published::INDEX;
use self::{folder::Folder, follow::Follower, published::Published};
use super::rows::Rows;
use crate::Waiter;

/// The index, for queries. Cloning is cheap.
#[derive(Clone)]
pub(super) struct Index(Published);

impl Index {
    /// Starts the task that follows the view, until `stop`. Without a folder, the index is in memory. `rows` learns of
    /// each change before the index shows it.
    pub(super) fn start(
        pool: &Pool,
        waiter: &Waiter,
        rows: &Rows,
        folder: Option<PathBuf>,
        stop: CancellationToken,
    ) -> Self {
        let published = Published::default();
        let follower = Follower::new(pool.clone(), waiter.clone(), rows.clone(), published.clone());
        let folder = folder.map_or(Folder::InMemory, Folder::Below);
        tokio::spawn(async move { stop.run_until_cancelled(follower.run(folder)).await });
        Self(published)
    }

    /// The index as of its last commit; `None` while it is built for the first time.
    pub(super) fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.0.snapshot()
    }
}

/// 503: the index is built for the first time.
pub(super) fn missing() -> Problem {
    Problem::unavailable(&"the catalog's index is being built")
}

/// The index failed: a defect, or an unreadable file.
pub(super) fn broken(error: &catalog_index::Error) -> Problem {
    Problem::internal(error)
}
