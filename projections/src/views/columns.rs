//! Transposes rows into columns, as `unnest` takes them, and reads JSON columns.

use serde::Serialize;
use sqlx::types::Json;

pub(super) fn column<'a, Row, Value>(rows: &'a [Row], value: impl Fn(&'a Row) -> Value) -> Vec<Value> {
    rows.iter().map(value).collect()
}

pub(super) fn json_column<'a, Row, Value: Serialize>(
    rows: &'a [Row],
    value: impl Fn(&'a Row) -> Value,
) -> Vec<Json<Value>> {
    rows.iter().map(|row| Json(value(row))).collect()
}

/// The value of a JSON column.
pub(super) fn json<Value>(Json(value): Json<Value>) -> Result<Value, sqlx::Error> {
    Ok(value)
}

/// The value of a nullable JSON column.
pub(super) fn optional_json<Value>(column: Option<Json<Value>>) -> Result<Option<Value>, sqlx::Error> {
    Ok(column.map(|Json(value)| value))
}
