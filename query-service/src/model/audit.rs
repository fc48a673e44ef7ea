//! Audit entries: who decided what.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AuditEntry {
    /// Unique for all time.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub actor: AuditActor,
    /// What: `approved`, `rejected`, `revised`, `certificate-approved`, `deactivated`, `shipped`, `refunded`, … Operators
    /// `rebuild`, `cancel`, `rollback`, `pause`, `resume`, `retry` and `skip`; `rebuild-failed` and so on say that it was not
    /// done, with the cause as its reason.
    #[schema(example = "approved")]
    pub action: String,
    /// About what.
    pub subject: AuditSubject,
    /// Why. Null when nobody has said, or whoever the words belong to has been erased.
    #[schema(required)]
    pub reason: Option<String>,
    /// What decisions change of the subject, as it was; null when it was not there.
    #[schema(required)]
    pub before: Option<BTreeMap<String, Value>>,
    /// The same members afterwards; null when it is gone.
    #[schema(required)]
    pub after: Option<BTreeMap<String, Value>>,
    /// Where in the log of all that happened.
    pub position: i64,
}

/// Who has decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditActor {
    /// The account; null when a part of the system did it.
    #[schema(required)]
    pub id: Option<Uuid>,
    /// The person's name, or that of the part of the system.
    pub name: String,
    /// Empty when the person has been erased, or there is none.
    pub email: String,
    /// At that time: `customer`, `merchant`, `admin` or `system`.
    #[schema(example = "admin")]
    pub role: String,
}

/// What was decided about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditSubject {
    /// `merchant`, `user`, `product`, `order`, `checkout`, `view`, `parked-stream` (of a view), `parked-step` (of a process
    /// manager) or `person`.
    #[serde(rename = "type")]
    #[schema(example = "product")]
    pub kind: String,
    /// The account, product, order or checkout; of what is parked the thing whose stream it is; a view has one made from its
    /// name.
    pub id: Uuid,
    /// As it was called then: a business, a product, the number of an order or a checkout. Of other people their name
    /// today. A view's name; of what is parked the name of the view or the process manager, and the stream.
    pub name: String,
}
