//! Audit entries: admins' decisions and operators' acts.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// An entry of the audit.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AuditEntry {
    /// The entry's id, unique for all time.
    pub id: Uuid,
    /// When the decision was made.
    pub at: DateTime<Utc>,
    /// The person, or the part of the system, that decided.
    pub actor: AuditActor,
    /// The decision: `approved`, `rejected`, `revised`, `certificate-approved`, `deactivated`, `shipped`, `refunded`,
    /// … Acts of operators are `rebuild`, `cancel`, `rollback`, `pause`, `resume`, `retry` and `skip`;
    /// `rebuild-failed` and the like mean that the act failed, with the cause as reason.
    #[schema(example = "approved")]
    pub action: String,
    /// The subject of the decision.
    pub subject: AuditSubject,
    /// The reason; null when none was given, or the person to whom it belongs was erased.
    #[schema(required)]
    pub reason: Option<String>,
    /// The part of the subject's state that decisions change, before the decision; null when the subject did not
    /// exist.
    #[schema(required)]
    pub before: Option<BTreeMap<String, Value>>,
    /// The same members after the decision; null when the subject no longer exists.
    #[schema(required)]
    pub after: Option<BTreeMap<String, Value>>,
    /// The position of the decision's event in the log.
    pub position: i64,
}

/// The person, or the part of the system, that decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditActor {
    /// The account's id; null for a part of the system.
    #[schema(required)]
    pub id: Option<Uuid>,
    /// The name of the person, or of the part of the system.
    pub name: String,
    /// The person's e-mail address; empty after the erasure, or for a part of the system.
    pub email: String,
    /// The role at that time: `customer`, `merchant`, `admin` or `system`.
    #[schema(example = "admin")]
    pub role: String,
}

/// The subject of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditSubject {
    /// The type: `merchant`, `user`, `product`, `order`, `checkout`, `view`, `parked-stream` (of a view),
    /// `parked-step` (of a process manager), `person` or `webhook` (of the shop).
    #[serde(rename = "type")]
    #[schema(example = "product")]
    pub kind: String,
    /// The id of the account, product, order or checkout. For a parked item: the id of its stream. For a view: an id
    /// derived from its name.
    pub id: Uuid,
    /// The name at that time: of a business or a product, or the number of an order or a checkout. For other people:
    /// their present name. For a view: its name. For a parked item: the name of the view or process manager, and the
    /// stream.
    pub name: String,
}
