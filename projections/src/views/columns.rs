//! Turns rows into columns, the form that `unnest` takes.

use serde::Serialize;
use sqlx::types::Json;

/// One column of these rows.
pub(super) fn column<'a, Row, Value>(rows: &'a [Row], value: impl Fn(&'a Row) -> Value) -> Vec<Value> {
    rows.iter().map(value).collect()
}

/// One JSON column of these rows.
pub(super) fn json_column<'a, Row, Value: Serialize>(
    rows: &'a [Row],
    value: impl Fn(&'a Row) -> Value,
) -> Vec<Json<Value>> {
    rows.iter().map(|row| Json(value(row))).collect()
}
