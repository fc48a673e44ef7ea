//! Transposes rows into columns, as `unnest` takes them, and reads JSON columns.

use serde::{Serialize, de::DeserializeOwned};
use sqlx::{Row as _, postgres::PgRow, types::Json};

pub(super) fn column<'a, Row, Value>(rows: &'a [Row], value: impl Fn(&'a Row) -> Value) -> Vec<Value> {
    rows.iter().map(value).collect()
}

pub(super) fn json_column<'a, Row, Value: Serialize>(
    rows: &'a [Row],
    value: impl Fn(&'a Row) -> Value,
) -> Vec<Json<Value>> {
    rows.iter().map(|row| Json(value(row))).collect()
}

/// Converts a position or a version to Postgres' `bigint`.
pub(super) fn bigint(number: u64) -> i64 {
    i64::try_from(number).expect("a log has fewer than 2^63 events")
}

pub(super) fn json<Value: DeserializeOwned>(row: &PgRow, name: &str) -> Result<Value, sqlx::Error> {
    Ok(row.try_get::<Json<Value>, _>(name)?.0)
}

/// The value of a nullable JSON column.
pub(super) fn optional_json<Value: DeserializeOwned>(
    row: &PgRow,
    name: &str,
) -> Result<Option<Value>, sqlx::Error> {
    Ok(row.try_get::<Option<Json<Value>>, _>(name)?.map(|Json(value)| value))
}
