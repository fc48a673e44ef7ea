//! The differences that operators review before a held build may serve.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a build differs from what serves. Personal data is masked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildReview {
    /// The number of the build that would serve.
    pub generation: i32,
    /// The number of the one that served when they were compared; 0: none did.
    pub serving: i32,
    /// Where both stood in the log.
    pub position: u64,
    /// When they were compared.
    pub compared_at: DateTime<Utc>,
    /// Every table that either of them has.
    pub tables: Vec<TableReview>,
    /// Streams that what serves has parked: the build has them, or an operator has skipped their events.
    pub parked: u64,
    /// Why they could not be compared; null when they were.
    #[schema(required)]
    pub not_compared: Option<String>,
}

/// How one table differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableReview {
    /// Its name.
    #[schema(example = "products")]
    pub table: String,
    /// How many rows are served; null: what serves has no such table.
    #[schema(required)]
    pub serving_rows: Option<u64>,
    /// How many rows the build has made; null: it has no such table.
    #[schema(required)]
    pub rebuilt_rows: Option<u64>,
    /// Rows that only the build has.
    pub added: u64,
    /// Rows that only what serves has.
    pub removed: u64,
    /// Rows that both have, with other values.
    pub changed: u64,
    /// At most 10 of them, changed ones first.
    pub examples: Vec<RowChange>,
}

/// A row that is not the same in both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowChange {
    /// What has become of it.
    pub kind: ChangeKind,
    /// The values of its primary key.
    pub key: String,
    /// Of a changed row the fields that differ, else all of them.
    pub fields: Vec<FieldChange>,
}

/// What has become of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Only the build has it.
    Added,
    /// Only what serves has it.
    Removed,
    /// Both have it, with other values.
    Changed,
}

/// A field of such a row, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldChange {
    /// The column.
    #[schema(example = "price")]
    pub name: String,
    /// As it is served, at most 200 characters; null: it has no value, or the row is not there.
    #[schema(required)]
    pub before: Option<String>,
    /// As it was built.
    #[schema(required)]
    pub after: Option<String>,
    /// The values may be personal and are not told.
    pub masked: bool,
}
