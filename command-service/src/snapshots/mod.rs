//! Snapshots of long streams, so that a command reads only the events since the snapshot. A snapshot is used
//! only if the stream still has the snapshot's last event and the code folds events in the same way; the events
//! after it are read on top, and the append's expected version confirms the result.

mod memory;
mod postgres;

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use domain::Aggregate;
use event_store::EventLog;
use shared_events::{Event, Position, Recorded, StreamId, Version};
use uuid::Uuid;

pub use self::{
    memory::MemorySnapshots,
    postgres::{PostgresSnapshots, TABLES, migrate},
};

/// Number of events between two snapshots of a stream.
const SNAPSHOT_INTERVAL: Version = 5_000;

/// A stream's state at a version, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The version of the code that has folded it; see [`SnapshotFormat`](domain::SnapshotFormat).
    pub fold_version: i32,
    /// The number of events that the state contains.
    pub version: Version,
    /// The last event that the state contains.
    pub event_id: Uuid,
    /// Position of that event in the log.
    pub position: Position,
    /// The state as JSON.
    pub state: String,
}

/// The snapshots are unavailable.
#[derive(Debug, thiserror::Error)]
#[error("the snapshots of streams are not available: {0}")]
pub struct SnapshotError(pub String);

/// Stores the newest snapshot of each stream.
#[async_trait]
pub trait SnapshotStore: Send + Sync {
    /// The newest snapshot of a stream.
    async fn find(&self, stream: &StreamId) -> Result<Option<Snapshot>, SnapshotError>;

    /// Stores a snapshot, replacing the previous one.
    async fn keep(&self, stream: &StreamId, snapshot: Snapshot) -> Result<(), SnapshotError>;
}

/// Writes and uses snapshots. Cloning is cheap.
#[derive(Clone)]
pub struct Snapshots {
    store: Arc<dyn SnapshotStore>,
    interval: Version,
}

impl fmt::Debug for Snapshots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshots").field("interval", &self.interval).finish_non_exhaustive()
    }
}

/// A state restored from a snapshot, and the events since.
pub(crate) struct Resumed<A: Aggregate> {
    pub(crate) state: A,
    pub(crate) version: Version,
    pub(crate) position: Position,
    pub(crate) tail: Vec<Recorded<A::Event>>,
}

impl Snapshots {
    /// Uses snapshots in this store.
    pub fn new(store: Arc<dyn SnapshotStore>) -> Self {
        Self { store, interval: SNAPSHOT_INTERVAL }
    }

    /// As [`Self::new`], with another number of events between two snapshots.
    #[cfg(test)]
    pub(crate) fn every(self, interval: Version) -> Self {
        Self { interval, ..self }
    }

    /// The newest usable snapshot of a stream and the events after it.
    pub(crate) async fn resume<A: Aggregate>(&self, log: &EventLog, id: Uuid) -> Option<Resumed<A>> {
        let format = A::SNAPSHOTS?;
        let found = self.store.find(&StreamId::new(A::Event::CATEGORY, id)).await;
        let snapshot = found
            .inspect_err(|error| tracing::warn!(%error, "cannot load a snapshot; reading the stream from its first event"))
            .ok()??;
        let usable = snapshot.fold_version == format.fold_version;
        let state = if usable { (format.from_json)(&snapshot.state) } else { None }?;
        // The event of the snapshot is read again, because a log that was restored may have another event there, or
        // none.
        let mut events =
            log.load_after::<A::Event>(id, snapshot.version.checked_sub(1)?).await.ok()?.into_iter();
        let last = events.next()?;
        let is_there = (last.version, last.event_id, last.position)
            == (snapshot.version, snapshot.event_id, snapshot.position);
        let tail = events.collect();
        is_there.then_some(Resumed { state, version: last.version, position: last.position, tail })
    }

    /// Stores this state in the background if the stream has passed a multiple of the interval since `before`.
    pub(crate) fn keep<A: Aggregate>(
        &self,
        id: Uuid,
        before: Version,
        (version, event_id, position): (Version, Uuid, Position),
        state: &A,
    ) {
        let Some(format) = A::SNAPSHOTS.filter(|_| version / self.interval > before / self.interval) else {
            return;
        };
        let (store, state) = (self.store.clone(), state.clone());
        tokio::spawn(async move {
            let Some(state) = (format.to_json)(&state) else { return };
            let fold_version = format.fold_version;
            let snapshot = Snapshot { fold_version, version, event_id, position, state };
            if let Err(error) = store.keep(&StreamId::new(A::Event::CATEGORY, id), snapshot).await {
                tracing::warn!(%error, "cannot store a snapshot");
            }
        });
    }
}
