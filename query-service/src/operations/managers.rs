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
    /// Which process runs them; null: nobody does, and every one of them is stopped.
    #[schema(required)]
    pub lease: Option<Lease>,
    /// By name.
    pub managers: Vec<ManagerReport>,
}

/// A process manager and what it has still to do.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagerReport {
    /// Its name.
    #[schema(example = "make_good_when_cancelled")]
    pub name: String,
    /// The category of the streams that it follows.
    #[schema(example = "order")]
    pub category: String,
    /// How it is.
    pub state: ManagerState,
    /// How far it has read the log; 0 when it has never run.
    pub position: u64,
    /// How far the log goes beyond it. Positions have gaps, so there are at most this many events between.
    pub lag: u64,
    /// Everything that it has noted and not done, now or later.
    pub entries: u64,
    /// What should have been done by now and is not parked.
    pub overdue: u64,
    /// What has failed and will be tried again.
    pub failing: u64,
    /// What waits for a person.
    pub parked: u64,
    /// At most 50 of its entries: parked ones first, then failing ones, then the others, the longest due first.
    pub subjects: Vec<Subject>,
}

/// How a process manager is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ManagerState {
    /// It follows the log and does what is due.
    Running,
    /// It runs, and a step of it fails or is parked.
    Failing,
    /// No process runs it.
    Stopped,
}

/// Something that a process manager has still to do.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subject {
    /// Names it for `POST /admin/managers/{name}/run-now` and `skip`.
    pub id: Uuid,
    /// What is to be done.
    #[schema(example = "make good when cancelled")]
    pub step: String,
    /// The history of the thing.
    #[schema(example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: String,
    /// How often it has failed since the last success.
    pub tries: u32,
    /// When it is tried next; of a parked one, when it was to be tried last.
    pub due_at: DateTime<Utc>,
    /// When it failed first.
    #[schema(required)]
    pub failing_since: Option<DateTime<Utc>>,
    /// Since when it waits for a person.
    #[schema(required)]
    pub parked_at: Option<DateTime<Utc>>,
    /// What went wrong last, without e-mail addresses and quoted values.
    #[schema(required)]
    pub error: Option<String>,
    /// The money that it is about; null where no money moves, or where the history does not tell.
    #[schema(required)]
    pub money: Option<Money>,
}

/// Money at stake.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Money {
    /// What is to become of it.
    pub kind: MoneyKind,
    /// In dollars.
    #[schema(example = 12.5)]
    pub amount: f64,
}

/// What is to become of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoneyKind {
    /// It is due to the customer, and the provider has not taken the refund.
    Refund,
    /// The provider has it, and the orders are not placed.
    Capture,
}
