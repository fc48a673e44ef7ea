//! A row of the table `entries`.

use chrono::{DateTime, Utc};
use shared_events::{Actor, Position};
use uuid::Uuid;

use super::subject::Decision;

/// A decision with its event and its subject.
pub(crate) struct Entry {
    pub(crate) event_id: Uuid,
    pub(crate) position: Position,
    pub(crate) at: DateTime<Utc>,
    pub(crate) actor: Actor,
    pub(crate) decision: Decision,
    pub(crate) subject_id: Uuid,
    pub(crate) subject_type: String,
    pub(crate) subject_name: Option<String>,
    pub(crate) merchant_id: Option<Uuid>,
}
