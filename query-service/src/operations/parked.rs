//! Parked items as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Money;

/// A stream that a view leaves out from an event on that it cannot apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedStream {
    /// The stream.
    #[schema(example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: String,
    /// The type of the event.
    #[schema(example = "OrderPlaced")]
    pub event: String,
    /// The event's number in its stream, from 1.
    pub version: u64,
    /// Where it stands in the log.
    pub position: u64,
    /// Why it could not be applied.
    pub error: String,
    /// Since when the stream has been left out.
    pub when: DateTime<Utc>,
    /// How often the event was tried.
    pub attempts: u32,
    /// When it was tried last.
    pub tried_at: DateTime<Utc>,
    /// When it will be tried without anybody asking; null: not before the process starts again.
    #[schema(required)]
    pub next_try_at: Option<DateTime<Utc>>,
    /// How many later events of the stream wait behind it.
    pub waiting: u64,
    /// The number of the build that leaves it out.
    pub generation: i32,
}

/// Everything that is parked, grouped by error.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedGroups {
    /// How much is parked: a stream that a view leaves out counts once for that view.
    pub total: u64,
    /// The largest group first; at most 50 of them.
    pub groups: Vec<ParkedGroup>,
    /// There are more groups.
    pub more: bool,
}

/// What is parked for one reason.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedGroup {
    /// The error without its ids, its numbers and the values that it quotes.
    #[schema(example = "cannot read OrderTeleported version …: unknown variant `…`")]
    pub error: String,
    /// How much is parked with this error.
    pub total: u64,
    /// The views and process managers that have parked it, by name.
    pub owners: Vec<String>,
    /// At most 20 of them, the longest parked first.
    pub items: Vec<ParkedItem>,
}

/// Something that waits for a person.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedItem {
    /// Who has parked it.
    pub kind: ParkedBy,
    /// The name of the view or the process manager: the `owner` of `POST /admin/parked/retry` and `skip`.
    #[schema(example = "orders")]
    pub owner: String,
    /// The number of the view's build that leaves it out; null for a process manager.
    #[schema(required)]
    pub generation: Option<i32>,
    /// The step's id for `POST /admin/managers/{name}/run-now` and `skip`; null for a view.
    #[schema(required)]
    pub step: Option<Uuid>,
    /// The money that a process manager's step is about; null where no money moves, or where the history does not tell.
    #[schema(required)]
    pub money: Option<Money>,
    /// The stream; null when this program does not know the process manager.
    #[schema(required, example = "order-0199c0de-0000-7000-8000-000000000000")]
    pub stream: Option<String>,
    /// The type of the event that cannot be applied or read, or that made the step necessary; null when it was not found.
    #[schema(required, example = "OrderPlaced")]
    pub event: Option<String>,
    /// The event's number in its stream, from 1; null when it was not found.
    #[schema(required)]
    pub version: Option<u64>,
    /// Where the event stands in the log; null when it was not found.
    #[schema(required)]
    pub position: Option<u64>,
    /// What went wrong, without e-mail addresses and quoted values.
    pub error: String,
    /// Since when it has been parked.
    pub since: DateTime<Utc>,
    /// How often it was tried.
    pub tries: u64,
    /// How many later events of the stream wait behind it, counted up to 1,000.
    pub waiting: u64,
    /// More than that wait.
    pub more_wait: bool,
}

/// What a retry would do. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DryRun {
    /// What would come of it.
    pub outcome: DryRunOutcome,
    /// How many events of the stream would be applied, the parked one among them.
    pub applied: u64,
    /// How many wait now, the parked one among them.
    pub waiting: u64,
    /// The type of the event that would park the stream again; null when none would.
    #[schema(required, example = "OrderPlaced")]
    pub event: Option<String>,
    /// That event's number in the stream, from 1.
    #[schema(required)]
    pub version: Option<u64>,
    /// Where it stands in the log.
    #[schema(required)]
    pub position: Option<u64>,
    /// What goes wrong, without e-mail addresses and quoted values; or why it was not tried.
    #[schema(required)]
    pub error: Option<String>,
}

/// What would come of a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DryRunOutcome {
    /// Everything that waits would be applied, or the event can be read.
    Applied,
    /// It would be parked again, at this event or at a later one.
    Parked,
    /// It cannot be tried without being done.
    Untried,
}

/// Who has parked something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ParkedBy {
    /// A view that cannot apply an event.
    View,
    /// A process manager whose step fails, or that cannot read an event.
    Manager,
}
