//! Parked steps, which wait for an operator: lists, retries and skips them.

use chrono::{DateTime, Utc};
use postgres_kit::Pool;
use shared_events::{StreamId, Version};
use sqlx::{PgConnection, Row, postgres::PgRow};
use uuid::Uuid;

use super::managers::MANAGERS;

/// Why a step is parked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The step failed again and again.
    StepFails,
    /// The program that runs the managers cannot read this event of the stream.
    UnreadableEvent(Version),
}

/// A step, or a stream, that a manager leaves alone until an operator decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParkedStep {
    /// Name of the manager.
    pub manager: String,
    /// The id of the subject: an order, a checkout, or the event to notify of.
    pub subject: Uuid,
    /// The subject's stream. `None` if this program does not know the manager.
    pub stream: Option<StreamId>,
    /// Why it is parked.
    pub trouble: Trouble,
    /// The event that made the step necessary, or that is unreadable.
    pub cause: Uuid,
    /// Number of failures.
    pub failures: i32,
    /// Time of the first failure (UTC).
    pub failing_since: Option<DateTime<Utc>>,
    /// When it was parked (UTC).
    pub parked_at: DateTime<Utc>,
    /// The last error.
    pub error: String,
}

/// An operator's decision to skip a step or an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// Name of the manager.
    pub manager: String,
    /// Id of the subject.
    pub subject: Uuid,
    /// Version of the skipped event; `None` for a step.
    pub version: Option<Version>,
    /// The last error before the skip.
    pub error: String,
    /// The operator.
    pub skipped_by: String,
    /// When it was skipped (UTC).
    pub skipped_at: DateTime<Utc>,
}

/// All parked steps, the oldest first.
pub async fn parked(pool: &Pool) -> sqlx::Result<Vec<ParkedStep>> {
    let rows = sqlx::query(
        "SELECT * FROM automation.agenda WHERE parked_at IS NOT NULL ORDER BY parked_at, subject",
    )
    .fetch_all(pool)
    .await?;
    rows.iter().map(step).collect()
}

/// Retries a parked step, or reads a stream with an unreadable event again. The process that runs the managers does so
/// at once. A step that fails again gets another hour of attempts; an event that is still unreadable parks its stream
/// again at once. Returns false if no such step or stream is parked.
pub async fn retry_parked(
    pool: &Pool,
    manager: &str,
    subject: Uuid,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let updated = sqlx::query(
        "UPDATE automation.agenda SET parked_at = NULL, failures = 0, failing_since = NULL, due_at = $3
         WHERE manager = $1 AND subject = $2 AND parked_at IS NOT NULL",
    )
    .bind(manager)
    .bind(subject)
    .bind(now)
    .execute(pool)
    .await?;
    Ok(updated.rows_affected() > 0)
}

/// Makes a step due now; a parked one as [`retry_parked`] does. Returns false if it is not on the agenda.
pub async fn run_now(pool: &Pool, manager: &str, subject: Uuid, now: DateTime<Utc>) -> sqlx::Result<bool> {
    if retry_parked(pool, manager, subject, now).await? {
        return Ok(true);
    }
    let updated = sqlx::query(
        "UPDATE automation.agenda SET due_at = least(due_at, $3)
         WHERE manager = $1 AND subject = $2 AND parked_at IS NULL",
    )
    .bind(manager)
    .bind(subject)
    .bind(now)
    .execute(pool)
    .await?;
    Ok(updated.rows_affected() > 0)
}

/// Skips a failing or parked step, or the unreadable event that parked a stream. After that, the stream's later events
/// are noted. The operator and the time are recorded permanently, see [`skips`]. Returns false if no such step fails
/// or is parked.
pub async fn skip_step(
    pool: &Pool,
    manager: &str,
    subject: Uuid,
    by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let mut transaction = postgres_kit::begin(pool).await?;
    let found = sqlx::query(
        "SELECT * FROM automation.agenda
         WHERE manager = $1 AND subject = $2 AND (parked_at IS NOT NULL OR failures > 0) FOR UPDATE",
    )
    .bind(manager)
    .bind(subject)
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(step) = found.as_ref().map(step).transpose()? else { return Ok(false) };
    write_down(&mut transaction, &step, by, now).await?;
    let then = match step.trouble {
        Trouble::StepFails => "DELETE FROM automation.agenda WHERE manager = $1 AND subject = $2",
        Trouble::UnreadableEvent(_) => {
            "UPDATE automation.agenda
             SET parked_at = NULL, failures = 0, failing_since = NULL, due_at = '-infinity'
             WHERE manager = $1 AND subject = $2"
        }
    };
    sqlx::query(then).bind(manager).bind(subject).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn write_down(
    connection: &mut PgConnection,
    step: &ParkedStep,
    by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let version = match step.trouble {
        Trouble::StepFails => None,
        Trouble::UnreadableEvent(version) => Some(version.cast_signed()),
    };
    sqlx::query(
        "INSERT INTO automation.skips (manager, subject, cause, version, failures, failure, skipped_by, skipped_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&step.manager)
    .bind(step.subject)
    .bind(step.cause)
    .bind(version)
    .bind(step.failures)
    .bind(&step.error)
    .bind(by)
    .bind(now)
    .execute(connection)
    .await
    .map(drop)
}

/// All skips, the newest first.
pub async fn skips(pool: &Pool) -> sqlx::Result<Vec<Skip>> {
    let rows = sqlx::query("SELECT * FROM automation.skips ORDER BY id DESC").fetch_all(pool).await?;
    let skip = |row: &PgRow| {
        Ok(Skip {
            manager: row.try_get("manager")?,
            subject: row.try_get("subject")?,
            version: row.try_get::<Option<i64>, _>("version")?.map(i64::cast_unsigned),
            error: row.try_get::<Option<String>, _>("failure")?.unwrap_or_default(),
            skipped_by: row.try_get("skipped_by")?,
            skipped_at: row.try_get("skipped_at")?,
        })
    };
    rows.iter().map(skip).collect()
}

fn step(row: &PgRow) -> sqlx::Result<ParkedStep> {
    let (manager, subject): (String, Uuid) = (row.try_get("manager")?, row.try_get("subject")?);
    let unread: Option<i64> = row.try_get("unread_version")?;
    let stream = row.try_get::<Option<Uuid>, _>("stream")?.unwrap_or(subject);
    let known = MANAGERS.iter().find(|known| known.name() == manager);
    Ok(ParkedStep {
        stream: known.map(|known| StreamId::new(known.category(), stream)),
        manager,
        subject,
        trouble: unread
            .map_or(Trouble::StepFails, |version| Trouble::UnreadableEvent(version.cast_unsigned())),
        cause: row.try_get("cause")?,
        failures: row.try_get("failures")?,
        failing_since: row.try_get("failing_since")?,
        parked_at: row.try_get::<Option<_>, _>("parked_at")?.unwrap_or_default(),
        error: row.try_get::<Option<String>, _>("last_failure")?.unwrap_or_default(),
    })
}
