//! Snapshots in memory, for tests.

use std::{
    collections::HashMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use async_trait::async_trait;
use shared_events::StreamId;

use super::{Snapshot, SnapshotError, SnapshotStore};

#[derive(Debug, Default)]
pub struct MemorySnapshots {
    snapshots: Mutex<HashMap<StreamId, Snapshot>>,
    found: AtomicUsize,
}

impl MemorySnapshots {
    /// The number of times that a snapshot was found.
    pub fn times_found(&self) -> usize {
        self.found.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl SnapshotStore for MemorySnapshots {
    async fn find(&self, stream: &StreamId) -> Result<Option<Snapshot>, SnapshotError> {
        let found = self.snapshots.lock().unwrap_or_else(PoisonError::into_inner).get(stream).cloned();
        self.found.fetch_add(usize::from(found.is_some()), Ordering::Relaxed);
        Ok(found)
    }

    async fn keep(&self, stream: &StreamId, snapshot: Snapshot) -> Result<(), SnapshotError> {
        self.snapshots.lock().unwrap_or_else(PoisonError::into_inner).insert(stream.clone(), snapshot);
        Ok(())
    }
}
