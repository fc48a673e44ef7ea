//! A row of the agenda, as operators see it.

use chrono::{DateTime, Utc};
use postgres_kit::FromRow;
use shared_events::StreamId;
use uuid::Uuid;

use super::managers::MANAGERS;

/// The columns that `sql/select_agenda.sql` selects.
#[derive(FromRow)]
pub(super) struct AgendaRow {
    pub(super) manager: String,
    pub(super) subject: Uuid,
    stream: Uuid,
    pub(super) unread_version: Option<i64>,
    pub(super) cause: Uuid,
    pub(super) due_at: DateTime<Utc>,
    pub(super) failures: i32,
    pub(super) failing_since: Option<DateTime<Utc>>,
    pub(super) parked_at: Option<DateTime<Utc>>,
    pub(super) last_failure: Option<String>,
}

impl AgendaRow {
    /// The name of the manager and the stream that the entry is about; `None` if this program does not know the
    /// manager.
    pub(super) fn known(&self) -> Option<(&'static str, StreamId)> {
        let manager = MANAGERS.iter().find(|manager| manager.name() == self.manager)?;
        Some((manager.name(), StreamId::new(manager.category(), self.stream)))
    }
}
