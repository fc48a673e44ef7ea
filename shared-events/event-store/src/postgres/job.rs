//! An append while it is in the writer's queue and in a batch.

use shared_events::{NewEvent, StreamId};
use tokio::sync::oneshot;

use crate::{AppendError, Appended, ExpectedVersion};

/// One append on its way to the database.
pub(super) struct Job {
    pub(super) stream: StreamId,
    pub(super) expected: ExpectedVersion,
    pub(super) events: Vec<NewEvent>,
    /// The payloads of `events` as JSON.
    pub(super) payloads: Vec<String>,
    pub(super) reply: oneshot::Sender<Result<Appended, AppendError>>,
}

impl Job {
    pub(super) fn bytes(&self) -> usize {
        self.payloads.iter().map(String::len).sum()
    }
}
