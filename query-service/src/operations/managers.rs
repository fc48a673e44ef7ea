//! Process managers as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Lease;

/// All process managers.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagerList {
    /// The process that runs them; null when no process does, so that all are stopped.
    #[schema(required)]
    pub lease: Option<Lease>,
    /// The process managers, by name.
    pub managers: Vec<ManagerReport>,
}

/// A process manager and its pending work.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagerReport {
    /// Its name.
    #[schema(example = "make_good_when_cancelled")]
    pub name: String,
    /// The category of the streams that it follows.
    #[schema(example = "order")]
    pub category: String,
    /// The state of the process manager.
    pub state: ManagerState,
    /// The position up to which it has read the log; 0 when it has never run.
    pub position: u64,
    /// The distance between its position and the end of the log. Positions have gaps, so this is an upper bound of the
    /// number of events between them.
    pub lag: u64,
    /// The number of pending entries, due or not.
    pub entries: u64,
    /// The number of overdue entries, without parked ones.
    pub overdue: u64,
    /// The number of entries that have failed and will be retried.
    pub failing: u64,
    /// The number of entries that wait for an operator.
    pub parked: u64,
    /// At most 50 of the pending entries: parked ones first, then failing ones, then the others, the longest due
    /// first.
    pub subjects: Vec<Subject>,
}

/// The state of a process manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ManagerState {
    /// It follows the log and carries out what is due.
    Running,
    /// It runs, and one of its steps fails or is parked.
    Failing,
    /// No process runs it.
    Stopped,
}

/// A pending entry of a process manager.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subject {
    /// The id of the entry, for `POST /admin/managers/{name}/run-now` and `skip`.
    pub id: Uuid,
    /// The step to carry out.
    #[schema(example = "make good when cancelled")]
    pub step: String,
    /// The stream that the step is about.
    #[schema(example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: String,
    /// The number of failures since the last success.
    pub tries: u32,
    /// When the step is tried next; for a parked one, when it was last due.
    pub due_at: DateTime<Utc>,
    /// When the step failed first.
    #[schema(required)]
    pub failing_since: Option<DateTime<Utc>>,
    /// When the step was parked.
    #[schema(required)]
    pub parked_at: Option<DateTime<Utc>>,
    /// The last error, without e-mail addresses and quoted values.
    #[schema(required)]
    pub error: Option<String>,
    /// The money that the step is about; null when no money moves, or when the amount is unknown.
    #[schema(required)]
    pub money: Option<Money>,
}

/// Money that a pending step is about.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Money {
    /// The purpose of the money.
    pub kind: MoneyKind,
    /// The amount, in US dollars.
    #[schema(example = 12.5)]
    pub amount: f64,
}

/// The purpose of money that a pending step is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoneyKind {
    /// The money is due to the customer, and the provider has not accepted the refund.
    Refund,
    /// The provider has the money, and the orders are not placed.
    Capture,
}
