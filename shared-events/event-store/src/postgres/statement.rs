//! The statements that append. Each is its own transaction, so that a batch costs one flush of the WAL.

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use shared_events::{NewEvent, Position};
use sqlx::{PgConnection, Row, error::ErrorKind, postgres::PgRow};
use uuid::Uuid;

use super::job::Job;
use crate::Appended;

statements! {
    #[cfg(test)]
    tested_with crate::postgres::testing::check_statements;

    fn append_alone(
        category: &str, stream: Uuid, expected: Option<i64>, event_ids: &[Uuid], event_types: &[&str],
        schema_versions: &[i16], recorded_at: &[DateTime<Utc>], correlation_ids: &[Uuid],
        causation_ids: &[Uuid], actors: &[String], payloads: &[String],
    ) = include_str!("sql/append_alone.sql");
    fn append_together(
        categories: &[&str], streams: &[Uuid], expected: &[Option<i64>], append_nos: &[i64], places: &[i64],
        event_ids: &[Uuid], event_types: &[&str], schema_versions: &[i16], recorded_at: &[DateTime<Utc>],
        correlation_ids: &[Uuid], causation_ids: &[Uuid], actors: &[String], payloads: &[&str],
    ) = include_str!("sql/append_together.sql");
}

/// The result of one append in the database.
pub(super) enum Outcome {
    Acknowledged(Appended),
    Conflict { actual: u64 },
    IdsReused,
}

/// Appends a batch with at most one append for each stream.
pub(super) async fn append(
    connection: &mut PgConnection,
    batch: &[Job],
) -> Result<Vec<Outcome>, sqlx::Error> {
    if let [job] = batch
        && let Some(appended) = append_alone(connection, job).await?
    {
        return Ok(vec![Outcome::Acknowledged(appended)]);
    }
    append_together(connection, batch).await
}

/// Appends the only append of a batch. Returns `None` when nothing was written; the general statement then finds out
/// why.
async fn append_alone(connection: &mut PgConnection, job: &Job) -> Result<Option<Appended>, sqlx::Error> {
    if job.events.is_empty() {
        return Ok(None);
    }
    let rows = sql::append_alone(
        &job.stream.category,
        job.stream.id,
        expected(job),
        &column(&job.events, |event| event.event_id),
        &column(&job.events, |event| &*event.payload.event_type),
        &column(&job.events, |event| event.payload.schema_version.cast_signed()),
        &column(&job.events, |event| event.recorded_at),
        &column(&job.events, |event| event.correlation_id),
        &column(&job.events, |event| event.causation_id),
        &column(&job.events, actor),
        &job.payloads,
    )
    // Fetch all rows: the first row arrives before the commit, and the end of the answer after it.
    .fetch_all(connection)
    .await;
    match rows {
        Ok(rows) => rows.last().map(|row| appended(row, false)).transpose(),
        Err(sqlx::Error::Database(error)) if error.kind() == ErrorKind::UniqueViolation => Ok(None),
        Err(error) => Err(error),
    }
}

async fn append_together(connection: &mut PgConnection, batch: &[Job]) -> Result<Vec<Outcome>, sqlx::Error> {
    let events = || batch.iter().flat_map(|job| &job.events);
    let numbered = || {
        batch.iter().zip(1_i64..).flat_map(|(job, append_no)| {
            job.events.iter().zip(1_i64..).map(move |(_, place)| (append_no, place))
        })
    };
    let rows = sql::append_together(
        &column(batch, |job| &*job.stream.category),
        &column(batch, |job| job.stream.id),
        &column(batch, expected),
        &column(numbered(), |(append_no, _)| append_no),
        &column(numbered(), |(_, place)| place),
        &column(events(), |event| event.event_id),
        &column(events(), |event| &*event.payload.event_type),
        &column(events(), |event| event.payload.schema_version.cast_signed()),
        &column(events(), |event| event.recorded_at),
        &column(events(), |event| event.correlation_id),
        &column(events(), |event| event.causation_id),
        &column(events(), actor),
        &column(batch.iter().flat_map(|job| &job.payloads), String::as_str),
    )
    // Fetch all rows, because only the end of the answer comes after the commit.
    .fetch_all(connection)
    .await?;
    if rows.len() != batch.len() {
        return Err(sqlx::Error::Protocol(format!("{} answers to {} appends", rows.len(), batch.len())));
    }
    rows.iter()
        .map(|row| {
            Ok(match row.try_get("outcome")? {
                "conflict" => Outcome::Conflict { actual: number(row, "version")? },
                "reused" => Outcome::IdsReused,
                outcome => Outcome::Acknowledged(appended(row, outcome == "repeated")?),
            })
        })
        .collect()
}

fn column<T, C>(rows: impl IntoIterator<Item = T>, of: impl Fn(T) -> C) -> Vec<C> {
    rows.into_iter().map(of).collect()
}

fn expected(job: &Job) -> Option<i64> {
    job.expected.version().map(|version| i64::try_from(version).unwrap_or(i64::MAX))
}

fn actor(event: &NewEvent) -> String {
    serde_json::json!(event.actor).to_string()
}

fn appended(row: &PgRow, repeated: bool) -> Result<Appended, sqlx::Error> {
    Ok(Appended { version: number(row, "version")?, position: Position(number(row, "position")?), repeated })
}

fn number(row: &PgRow, name: &str) -> Result<u64, sqlx::Error> {
    row.try_get::<i64, _>(name).map(i64::unsigned_abs)
}
