//! Parked steps, which wait for an operator: lists, retries and skips them.

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements, unsigned};
use shared_events::{StreamId, Version};
use sqlx::PgConnection;
use uuid::Uuid;

use super::agenda_row::AgendaRow;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn parked() -> row AgendaRow = concat!(
        include_str!("sql/select_agenda.sql"),
        "WHERE parked_at IS NOT NULL ORDER BY parked_at, subject"
    );
    fn lock_failing(manager: &str, subject: Uuid) -> row AgendaRow = concat!(
        include_str!("sql/select_agenda.sql"),
        "WHERE manager = $1 AND subject = $2 AND (parked_at IS NOT NULL OR failures > 0) FOR UPDATE"
    );
    fn delete(manager: &str, subject: Uuid) =
        "DELETE FROM automation.agenda WHERE manager = $1 AND subject = $2";
    fn read_again(manager: &str, subject: Uuid) = include_str!("sql/read_again.sql");
    fn skips() -> row Skip = include_str!("sql/skips.sql");
    fn retry_parked(manager: &str, subject: Uuid, now: DateTime<Utc>) = include_str!("sql/retry_parked.sql");
    fn run_now(manager: &str, subject: Uuid, now: DateTime<Utc>) = include_str!("sql/run_now.sql");
    fn write_down(
        manager: &str, subject: Uuid, cause: Uuid, version: Option<i64>, failures: i32, failure: &str,
        by: &str, now: DateTime<Utc>,
    ) = include_str!("sql/write_down.sql");
}

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
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Skip {
    /// Name of the manager.
    pub manager: String,
    /// Id of the subject.
    pub subject: Uuid,
    /// Version of the skipped event; `None` for a step.
    #[row(with = optional_version)]
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
    let rows = sql::parked().fetch_all(pool).await?;
    Ok(rows.into_iter().map(ParkedStep::from).collect())
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
    let updated = sql::retry_parked(manager, subject, now).execute(pool).await?;
    Ok(updated.rows_affected() > 0)
}

/// Makes a step due now; a parked one as [`retry_parked`] does. Returns false if it is not on the agenda.
pub async fn run_now(pool: &Pool, manager: &str, subject: Uuid, now: DateTime<Utc>) -> sqlx::Result<bool> {
    if retry_parked(pool, manager, subject, now).await? {
        return Ok(true);
    }
    let updated = sql::run_now(manager, subject, now).execute(pool).await?;
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
    let found = sql::lock_failing(manager, subject).fetch_optional(&mut *transaction).await?;
    let Some(step) = found.map(ParkedStep::from) else { return Ok(false) };
    write_down(&mut transaction, &step, by, now).await?;
    let then = match step.trouble {
        Trouble::StepFails => sql::delete(manager, subject),
        Trouble::UnreadableEvent(_) => sql::read_again(manager, subject),
    };
    then.execute(&mut *transaction).await?;
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
    sql::write_down(&step.manager, step.subject, step.cause, version, step.failures, &step.error, by, now)
        .execute(connection)
        .await
        .map(drop)
}

/// All skips, the newest first.
pub async fn skips(pool: &Pool) -> sqlx::Result<Vec<Skip>> {
    sql::skips().fetch_all(pool).await
}

fn optional_version(stored: Option<i64>) -> sqlx::Result<Option<Version>> {
    stored.map(unsigned).transpose()
}

impl From<AgendaRow> for ParkedStep {
    fn from(row: AgendaRow) -> Self {
        let unread = row.unread_version.map(i64::cast_unsigned);
        Self {
            stream: row.known().map(|(_, stream)| stream),
            manager: row.manager,
            subject: row.subject,
            trouble: unread.map_or(Trouble::StepFails, Trouble::UnreadableEvent),
            cause: row.cause,
            failures: row.failures,
            failing_since: row.failing_since,
            parked_at: row.parked_at.unwrap_or_default(),
            error: row.last_failure.unwrap_or_default(),
        }
    }
}
