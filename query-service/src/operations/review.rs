//! The differences that operators review before a held build may serve.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The differences between a held build and the serving generation. Personal data is masked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildReview {
    /// The number of the held build.
    pub generation: i32,
    /// The number of the generation that served during the comparison; 0 when none did.
    pub serving: i32,
    /// The position of both in the comparison.
    pub position: u64,
    /// When they were compared.
    pub compared_at: DateTime<Utc>,
    /// Every table of either generation.
    pub tables: Vec<TableReview>,
    /// The number of streams that the serving generation has parked. The build has applied them, or an operator has
    /// skipped their events.
    pub parked: u64,
    /// The reason why they were not compared; null when they were.
    #[schema(required)]
    pub not_compared: Option<String>,
}

/// The differences of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableReview {
    /// The table's name.
    #[schema(example = "products")]
    pub table: String,
    /// The number of rows that are served; null when the serving generation has no such table.
    #[schema(required)]
    pub serving_rows: Option<u64>,
    /// The number of rows that were built; null when the build has no such table.
    #[schema(required)]
    pub rebuilt_rows: Option<u64>,
    /// The number of rows that only the build has.
    pub added: u64,
    /// The number of rows that only the serving generation has.
    pub removed: u64,
    /// The number of rows that both have, with different values.
    pub changed: u64,
    /// At most 10 of the differing rows, changed ones first.
    pub examples: Vec<RowChange>,
}

/// A row that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowChange {
    /// How the row differs.
    pub kind: ChangeKind,
    /// The values of its primary key.
    pub key: String,
    /// For a changed row, the fields that differ; otherwise all fields.
    pub fields: Vec<FieldChange>,
}

/// How a row differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Only the build has the row.
    Added,
    /// Only the serving generation has the row.
    Removed,
    /// Both have the row, with different values.
    Changed,
}

/// A field of a differing row, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldChange {
    /// The column's name.
    #[schema(example = "price")]
    pub name: String,
    /// The served value, at most 200 characters; null when it is null or there is no such row.
    #[schema(required)]
    pub before: Option<String>,
    /// The built value.
    #[schema(required)]
    pub after: Option<String>,
    /// Whether the values may be personal and are masked.
    pub masked: bool,
}
