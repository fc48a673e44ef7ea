//! Wakes readers that wait for new events.
//!
//! Readers learn of this process's own appends at once. Appends of other processes are found by polling the end of the
//! log: with one request at a time for all waiting readers, and without any while no reader waits. The client's live
//! subscription cannot be used: when the server ends it normally, version 1.2.0 spins forever and cannot be stopped.

use std::{sync::Arc, time::Duration};

use shared_events::Position;
use tokio::{
    sync::{Notify, watch},
    task::JoinSet,
    time,
};

use super::{connection::Connection, errors::Failure, reader};

/// The poll interval: short while the log grows, and longer with each poll that finds nothing new.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(5);
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The poll interval while the server does not answer.
const POLL_INTERVAL_AFTER_FAILURE: Duration = Duration::from_millis(500);

/// Records the known end of the log, and wakes waiting readers when it moves.
pub(super) struct News {
    /// The highest known position.
    end: Arc<watch::Sender<Position>>,
    somebody_waits: Arc<Notify>,
    /// The polling task, which ends when this is dropped.
    _task: JoinSet<()>,
}

impl News {
    pub(super) fn start(connection: Arc<Connection>) -> Self {
        let (end, somebody_waits) = (Arc::<watch::Sender<Position>>::default(), Arc::<Notify>::default());
        let mut task = JoinSet::new();
        task.spawn(watch_the_end(connection, Arc::clone(&end), Arc::clone(&somebody_waits)));
        Self { end, somebody_waits, _task: task }
    }

    /// Records that an event at this position can be read.
    pub(super) fn hear(&self, position: Position) {
        hear(&self.end, position);
    }

    /// See [`crate::EventStore::wait_beyond`].
    pub(super) async fn wait_beyond(&self, after: Position, at_most: Duration) {
        let mut end = self.end.subscribe();
        self.somebody_waits.notify_one();
        // The caller reads again after news and after a timeout alike.
        let _ = time::timeout(at_most, end.wait_for(|end| *end > after)).await;
    }
}

fn hear(end: &watch::Sender<Position>, position: Position) -> bool {
    end.send_if_modified(|end| {
        let news = position > *end;
        *end = position.max(*end);
        news
    })
}

async fn watch_the_end(
    connection: Arc<Connection>,
    end: Arc<watch::Sender<Position>>,
    somebody_waits: Arc<Notify>,
) {
    let mut pause = MIN_POLL_INTERVAL;
    loop {
        if end.receiver_count() == 0 {
            somebody_waits.notified().await;
            continue;
        }
        let head = connection.call(|client| async move { reader::head(&client).await }).await;
        pause = match head {
            Ok(Some((_, position))) if hear(&end, position) => MIN_POLL_INTERVAL,
            Ok(_) => (pause * 2).min(MAX_POLL_INTERVAL),
            Err(failure) => {
                tell(&failure);
                POLL_INTERVAL_AFTER_FAILURE
            }
        };
        time::sleep(pause).await;
    }
}

fn tell(failure: &Failure) {
    tracing::warn!(%failure, "cannot read the end of KurrentDB's log");
}
