//! Turns rows into columns, the form that `unnest` takes, and reads JSON columns.

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

/// A position or a version as Postgres' `bigint`.
pub(super) fn bigint(number: u64) -> i64 {
    i64::try_from(number).expect("a log has fewer than 2^63 events")
}

pub(super) fn json<Value: DeserializeOwned>(row: &PgRow, name: &str) -> Result<Value, sqlx::Error> {
    Ok(row.try_get::<Json<Value>, _>(name)?.0)
}

/// The value of a JSON column that may be null.
pub(super) fn optional_json<Value: DeserializeOwned>(
    row: &PgRow,
    name: &str,
) -> Result<Option<Value>, sqlx::Error> {
    Ok(row.try_get::<Option<Json<Value>>, _>(name)?.map(|Json(value)| value))
}
