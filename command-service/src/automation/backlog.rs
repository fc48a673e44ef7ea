//! The backlog of each process manager, for metrics and operators.

use chrono::{DateTime, Utc};
use postgres_kit::{Pool, statements};
use shared_events::Position;

use super::deadline::in_time;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn backlog(now: DateTime<Utc>) -> row (String, i64, i64, i64, i64, i64) = include_str!("sql/backlog.sql");
}

/// The backlog of one process manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// Name of the manager.
    pub manager: String,
    /// Its checkpoint in the log.
    pub position: Position,
    /// All entries, whether due or not.
    pub entries: u64,
    /// Entries that are overdue and not parked.
    pub overdue: u64,
    /// Entries that have failed and will be retried.
    pub failing: u64,
    /// Entries that wait for an operator.
    pub parked: u64,
}

/// The backlog of every process manager that has run, by name.
pub async fn backlog(pool: &Pool, now: DateTime<Utc>) -> sqlx::Result<Vec<Backlog>> {
    let reading = sql::backlog(now).fetch_all(pool);
    let rows = in_time(reading).await?;
    let all = rows.into_iter().map(|(manager, position, entries, overdue, failing, parked)| Backlog {
        manager,
        position: Position(position.unsigned_abs()),
        entries: entries.unsigned_abs(),
        overdue: overdue.unsigned_abs(),
        failing: failing.unsigned_abs(),
        parked: parked.unsigned_abs(),
    });
    Ok(all.collect())
}

#[cfg(test)]
mod tests {
    use super::{super::tests::database, *};

    #[tokio::test]
    async fn due_failing_and_parked_entries_are_counted_by_manager() {
        let (_database, pool) = database().await;
        let noted = "INSERT INTO automation.agenda (manager, subject, due_at, cause, correlation, failures, parked_at)
                     SELECT manager, gen_random_uuid(), due_at::timestamptz, gen_random_uuid(), gen_random_uuid(),
                            failures, parked_at::timestamptz
                     FROM (VALUES ('refund', '2026-01-01', 0, NULL), ('refund', '2026-01-01', 2, NULL),
                                  ('refund', '2027-01-01', 3, NULL), ('refund', '2026-01-01', 9, '2026-01-01'))
                          AS noted (manager, due_at, failures, parked_at)";
        for statement in ["INSERT INTO automation.checkpoints VALUES ('close', 7), ('refund', 9)", noted] {
            sqlx::query(statement).execute(&pool).await.unwrap();
        }
        let now = "2026-06-01T00:00:00Z".parse().unwrap();
        let of = |manager: &str, position, [entries, overdue, failing, parked]: [u64; 4]| Backlog {
            manager: manager.into(),
            position: Position(position),
            entries,
            overdue,
            failing,
            parked,
        };
        let expected = [of("close", 7, [0; 4]), of("refund", 9, [4, 2, 2, 1])];
        assert_eq!(backlog(&pool, now).await.unwrap(), expected);
    }
}
