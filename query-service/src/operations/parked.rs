//! Parked items as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Money;

/// A stream that a view has parked at an event that it cannot apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedStream {
    /// The stream.
    #[schema(example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: String,
    /// The event's type.
    #[schema(example = "OrderPlaced")]
    pub event: String,
    /// The event's number in its stream, from 1.
    pub version: u64,
    /// The event's position in the log.
    pub position: u64,
    /// The error.
    pub error: String,
    /// When the stream was parked.
    pub when: DateTime<Utc>,
    /// How often the event was tried.
    pub attempts: u32,
    /// When the event was last tried.
    pub tried_at: DateTime<Utc>,
    /// When it is retried automatically; null: not before the process restarts.
    #[schema(required)]
    pub next_try_at: Option<DateTime<Utc>>,
    /// How many later events of the stream wait behind it.
    pub waiting: u64,
    /// The number of the build that has parked it.
    pub generation: i32,
}

/// Everything that is parked, grouped by error.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedGroups {
    /// The number of parked items. A stream that a view has parked counts once for that view.
    pub total: u64,
    /// The groups, largest first; at most 50.
    pub groups: Vec<ParkedGroup>,
    /// Whether there are more groups.
    pub more: bool,
}

/// The items that are parked because of the same error.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedGroup {
    /// The error, without ids, numbers and quoted values.
    #[schema(example = "cannot read OrderTeleported version …: unknown variant `…`")]
    pub error: String,
    /// The number of items with this error.
    pub total: u64,
    /// The views and process managers that have parked it, by name.
    pub owners: Vec<String>,
    /// At most 20 of the items, the longest parked first.
    pub items: Vec<ParkedItem>,
}

/// A parked item, which waits for an operator.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedItem {
    /// Whether a view or a process manager has parked it.
    pub kind: ParkedBy,
    /// The name of the view or the process manager: the `owner` of `POST /admin/parked/retry` and `skip`.
    #[schema(example = "orders")]
    pub owner: String,
    /// The number of the view's build that has parked it; null for a process manager.
    #[schema(required)]
    pub generation: Option<i32>,
    /// The step's id for `POST /admin/managers/{name}/run-now` and `skip`; null for a view.
    #[schema(required)]
    pub step: Option<Uuid>,
    /// The money that a process manager's step is about; null when no money moves, or when the amount is unknown.
    #[schema(required)]
    pub money: Option<Money>,
    /// The stream; null when this program does not know the process manager.
    #[schema(required, example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: Option<String>,
    /// The type of the event that cannot be applied or read, or that led to the step; null when it was not found.
    #[schema(required, example = "OrderPlaced")]
    pub event: Option<String>,
    /// The event's number in its stream, from 1; null when it was not found.
    #[schema(required)]
    pub version: Option<u64>,
    /// The event's position in the log; null when it was not found.
    #[schema(required)]
    pub position: Option<u64>,
    /// The error, without e-mail addresses and quoted values.
    pub error: String,
    /// When it was parked.
    pub since: DateTime<Utc>,
    /// How often it was tried.
    pub tries: u64,
    /// The number of later events of the stream that wait behind it, counted up to 1,000.
    pub waiting: u64,
    /// Whether more events wait than were counted.
    pub more_wait: bool,
}

/// The outcome that a retry would have. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DryRun {
    /// The outcome.
    pub outcome: DryRunOutcome,
    /// The number of events of the stream that would be applied, including the parked one.
    pub applied: u64,
    /// The number of events that wait now, including the parked one.
    pub waiting: u64,
    /// The type of the event that would park the stream again; null when none would.
    #[schema(required, example = "OrderPlaced")]
    pub event: Option<String>,
    /// The number of that event in the stream, from 1.
    #[schema(required)]
    pub version: Option<u64>,
    /// The position of that event in the log.
    #[schema(required)]
    pub position: Option<u64>,
    /// The error, without e-mail addresses and quoted values; or the reason why it was not tried.
    #[schema(required)]
    pub error: Option<String>,
}

/// The outcome that a retry would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DryRunOutcome {
    /// Every waiting event would be applied, or the event can be read.
    Applied,
    /// The stream would be parked again, by this event or a later one.
    Parked,
    /// The step cannot be tried without being carried out.
    Untried,
}

/// The part of the system that has parked an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ParkedBy {
    /// A view that cannot apply an event.
    View,
    /// A process manager whose step fails, or that cannot read an event.
    Manager,
}
