//! A decision as the table has it.

use chrono::{DateTime, Utc};
use shared_events::{Actor, Position};
use uuid::Uuid;

use super::thing::Decision;

/// A decision with all that is said about it.
pub(super) struct Entry {
    pub(super) event_id: Uuid,
    pub(super) position: Position,
    pub(super) at: DateTime<Utc>,
    pub(super) actor: Actor,
    pub(super) decision: Decision,
    pub(super) subject_id: Uuid,
    pub(super) subject_type: String,
    pub(super) subject_name: Option<String>,
    pub(super) merchant_id: Option<Uuid>,
}
