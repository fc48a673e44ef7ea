//! The resources that all parts of an engine share.

use std::sync::Arc;

use event_store::EventLog;
use postgres_kit::{Limits, Pool};
use service_kit::clock::Clock;

use super::{View, notify::Moves};

/// The resources that all parts of an engine share.
pub(super) struct Shared {
    pub(super) pool: Pool,
    pub(super) limits: Limits,
    pub(super) log: EventLog,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) views: Vec<Arc<dyn View>>,
    /// What [`notify::announce`](super::notify::announce) will tell other processes.
    pub(super) moves: Moves,
}

impl Shared {
    pub(super) fn view(&self, name: &str) -> Option<&Arc<dyn View>> {
        self.views.iter().find(|view| view.name() == name)
    }
}
