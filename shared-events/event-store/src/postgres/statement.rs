//! The statements that append. Each is one transaction, so that a batch costs one flush of the WAL.

use shared_events::{NewEvent, Position};
use sqlx::{PgConnection, Row, error::ErrorKind, postgres::PgRow};

use super::job::Job;
use crate::Appended;

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

/// Returns `None` when nothing was written; the general statement then finds out why.
async fn append_alone(connection: &mut PgConnection, job: &Job) -> Result<Option<Appended>, sqlx::Error> {
    if job.events.is_empty() {
        return Ok(None);
    }
    let rows = sqlx::query(
        "SELECT version, \"position\" FROM event_store.append_alone($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(&*job.stream.category)
    .bind(job.stream.id)
    .bind(expected(job))
    .bind(column(&job.events, |event| event.event_id))
    .bind(column(&job.events, |event| &*event.payload.event_type))
    .bind(column(&job.events, |event| event.payload.schema_version.cast_signed()))
    .bind(column(&job.events, |event| event.recorded_at))
    .bind(column(&job.events, |event| event.correlation_id))
    .bind(column(&job.events, |event| event.causation_id))
    .bind(column(&job.events, actor))
    .bind(&job.payloads)
    // Fetch all rows: the first row comes before the commit, the end of the answer after it.
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
    let rows = sqlx::query(
        "SELECT outcome, version, \"position\"
         FROM event_store.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .bind(column(batch, |job| &*job.stream.category))
    .bind(column(batch, |job| job.stream.id))
    .bind(column(batch, expected))
    .bind(column(numbered(), |(append_no, _)| append_no))
    .bind(column(numbered(), |(_, place)| place))
    .bind(column(events(), |event| event.event_id))
    .bind(column(events(), |event| &*event.payload.event_type))
    .bind(column(events(), |event| event.payload.schema_version.cast_signed()))
    .bind(column(events(), |event| event.recorded_at))
    .bind(column(events(), |event| event.correlation_id))
    .bind(column(events(), |event| event.causation_id))
    .bind(column(events(), actor))
    .bind(column(batch.iter().flat_map(|job| &job.payloads), String::as_str))
    // Fetch all rows, for the same reason.
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
