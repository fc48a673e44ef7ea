//! What process managers have given up on until a person decides: to be shown, tried again, or skipped.

use chrono::{DateTime, Utc};
use postgres_kit::Pool;
use shared_events::{StreamId, Version};
use sqlx::{PgConnection, Row, postgres::PgRow};
use uuid::Uuid;

use super::MANAGERS;

/// Why nothing goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The step was tried again and again, and failed each time.
    StepFails,
    /// This event of the stream cannot be read by the program that runs the managers.
    UnreadableEvent(Version),
}

/// Something that a manager has given up on until a person decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParkedStep {
    /// Whose step.
    pub manager: String,
    /// About what: the id of an order or a checkout, or of the event that is to be told.
    pub subject: Uuid,
    /// The history of that thing. None when this program knows no such manager.
    pub stream: Option<StreamId>,
    /// Why nothing goes on.
    pub trouble: Trouble,
    /// The event that made the step necessary, or that cannot be read.
    pub cause: Uuid,
    /// How often it failed.
    pub failures: i32,
    /// When it failed first (UTC).
    pub failing_since: Option<DateTime<Utc>>,
    /// Since when nothing is tried any more (UTC).
    pub parked_at: DateTime<Utc>,
    /// What went wrong last.
    pub error: String,
}

/// A decision of an operator not to do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// Whose step.
    pub manager: String,
    /// About what.
    pub subject: Uuid,
    /// The event that is passed over; none when it is the step.
    pub version: Option<Version>,
    /// What had gone wrong.
    pub error: String,
    /// Who decided.
    pub skipped_by: String,
    /// When (UTC).
    pub skipped_at: DateTime<Utc>,
}

/// All that is parked, the oldest first.
///
/// # Errors
/// Those of the database.
pub async fn parked(pool: &Pool) -> sqlx::Result<Vec<ParkedStep>> {
    let rows = sqlx::query(
        "select * from automation.agenda where parked_at is not null order by parked_at, subject",
    )
    .fetch_all(pool)
    .await?;
    rows.iter().map(step).collect()
}

/// Has a parked step tried again, or a stream with an unreadable event read again, at once where the managers run. What
/// fails again is tried for another hour; an event that is still unreadable parks its stream again at once. False when
/// nothing like that is parked.
///
/// # Errors
/// Those of the database.
pub async fn retry_parked(
    pool: &Pool,
    manager: &str,
    subject: Uuid,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let updated = sqlx::query(
        "update automation.agenda set parked_at = null, failures = 0, failing_since = null, due_at = $3
         where manager = $1 and subject = $2 and parked_at is not null",
    )
    .bind(manager)
    .bind(subject)
    .bind(now)
    .execute(pool)
    .await?;
    Ok(updated.rows_affected() > 0)
}

/// Has a step done at once where the managers run, whenever it is due; one that is parked as by [`retry_parked`]. False when
/// it is not on the agenda.
///
/// # Errors
/// Those of the database.
pub async fn run_now(pool: &Pool, manager: &str, subject: Uuid, now: DateTime<Utc>) -> sqlx::Result<bool> {
    if retry_parked(pool, manager, subject, now).await? {
        return Ok(true);
    }
    let updated = sqlx::query(
        "update automation.agenda set due_at = least(due_at, $3)
         where manager = $1 and subject = $2 and parked_at is null",
    )
    .bind(manager)
    .bind(subject)
    .bind(now)
    .execute(pool)
    .await?;
    Ok(updated.rows_affected() > 0)
}

/// Drops a step that fails or is parked, or passes over the unreadable event that parked a stream: later events of that
/// stream are noted where the managers run. Who decided it and when is written down for good, see [`skips`]. False when
/// nothing like that fails or is parked.
///
/// # Errors
/// Those of the database.
pub async fn skip_step(
    pool: &Pool,
    manager: &str,
    subject: Uuid,
    by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let mut transaction = postgres_kit::begin(pool).await?;
    let found = sqlx::query(
        "select * from automation.agenda
         where manager = $1 and subject = $2 and (parked_at is not null or failures > 0) for update",
    )
    .bind(manager)
    .bind(subject)
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(step) = found.as_ref().map(step).transpose()? else { return Ok(false) };
    write_down(&mut transaction, &step, by, now).await?;
    let then = match step.trouble {
        Trouble::StepFails => "delete from automation.agenda where manager = $1 and subject = $2",
        Trouble::UnreadableEvent(_) => {
            "update automation.agenda
             set parked_at = null, failures = 0, failing_since = null, due_at = '-infinity'
             where manager = $1 and subject = $2"
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
        "insert into automation.skips (manager, subject, cause, version, failures, failure, skipped_by, skipped_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
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

/// Every decision not to do something, the newest first.
///
/// # Errors
/// Those of the database.
pub async fn skips(pool: &Pool) -> sqlx::Result<Vec<Skip>> {
    let rows = sqlx::query("select * from automation.skips order by id desc").fetch_all(pool).await?;
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
