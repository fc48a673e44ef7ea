//! Records which backups were written, and which of them were restored in a rehearsal. The table is not part of the
//! log, nor of backups: a restored shop has no backup of its own yet.

use chrono::{DateTime, TimeDelta, Utc};
use postgres_kit::{FromRow, Pool, Tables, bigint, statements};
use query_service::operations::BackupFigures;
use shared_events::Position;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn note(created_at: DateTime<Utc>, position: i64, bytes: i64) = include_str!("sql/note.sql");
    fn note_rehearsal(created_at: DateTime<Utc>, now: DateTime<Utc>) =
        "UPDATE operations.backups SET rehearsed_at = $2 WHERE created_at = $1";
    fn last() -> row Last =
        "SELECT max(created_at) AS backup, max(rehearsed_at) AS rehearsal FROM operations.backups";
}

/// A backup is due each day, with two hours more because one backup may take longer than the one before.
const BACKUP_EVERY: TimeDelta = TimeDelta::hours(26);
/// A rehearsal of a restore is due each quarter.
const REHEARSE_EVERY: TimeDelta = TimeDelta::days(92);

/// A backup that was written completely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BackupRecord {
    /// When the backup began, which identifies it.
    pub(crate) created_at: DateTime<Utc>,
    /// The end of the backup's log.
    pub(crate) position: Position,
    /// The size of the file in bytes.
    pub(crate) bytes: u64,
}

/// The times of the last backup and of the last rehearsal.
#[derive(Clone, Copy, FromRow)]
struct Last {
    backup: Option<DateTime<Utc>>,
    rehearsal: Option<DateTime<Utc>>,
}

/// The table of backups.
pub(crate) const TABLES: Tables = Tables {
    what: "the table of backups",
    table: "operations.backups",
    schemas: &["operations"],
    script: include_str!("sql/backups.sql"),
};

/// Records that a backup was written.
pub(crate) async fn note(pool: &Pool, backup: BackupRecord) -> sqlx::Result<()> {
    sql::note(backup.created_at, bigint(backup.position.0), bigint(backup.bytes))
        .execute(pool)
        .await
        .map(drop)
}

/// Records that the backup of this time was restored in a rehearsal; false when no such backup is recorded.
pub(crate) async fn note_rehearsal(
    pool: &Pool,
    created_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let noted = sql::note_rehearsal(created_at, now).execute(pool).await?;
    Ok(noted.rows_affected() > 0)
}

/// The last backup and the last rehearsal, and whether the next one is due.
pub(crate) async fn figures(pool: &Pool, now: DateTime<Utc>) -> sqlx::Result<BackupFigures> {
    Ok(due(sql::last().fetch_one(pool).await?, now))
}

fn due(last: Last, now: DateTime<Utc>) -> BackupFigures {
    let is_due = |last: Option<DateTime<Utc>>, every| last.is_none_or(|last| now - last > every);
    BackupFigures {
        last_backup: last.backup,
        backup_due: is_due(last.backup, BACKUP_EVERY),
        last_rehearsal: last.rehearsal,
        rehearsal_due: is_due(last.rehearsal, REHEARSE_EVERY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_due_after_a_day_and_a_rehearsal_after_a_quarter() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(400);
        let after = |hours| {
            let last = Some(now - TimeDelta::hours(hours));
            let figures = due(Last { backup: last, rehearsal: last }, now);
            (figures.backup_due, figures.rehearsal_due)
        };
        assert_eq!(after(26), (false, false));
        assert_eq!(after(27), (true, false));
        assert_eq!(after(92 * 24), (true, false));
        assert_eq!(after(92 * 24 + 1), (true, true));
        let never = due(Last { backup: None, rehearsal: None }, now);
        assert!(never.backup_due && never.rehearsal_due);
    }
}
