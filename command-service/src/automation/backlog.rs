//! The backlog of each process manager, for metrics and operators.

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements, unsigned};
use shared_events::Position;

use super::deadline::in_time;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn backlog(now: DateTime<Utc>) -> row Backlog = include_str!("sql/backlog.sql");
}

/// The backlog of one process manager.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Backlog {
    /// Name of the manager.
    pub manager: String,
    /// Its checkpoint in the log.
    #[row(with = position)]
    pub position: Position,
    /// All entries, whether due or not.
    #[row(with = unsigned)]
    pub entries: u64,
    /// Entries that are overdue and not parked.
    #[row(with = unsigned)]
    pub overdue: u64,
    /// Entries that have failed and will be retried.
    #[row(with = unsigned)]
    pub failing: u64,
    /// Entries that wait for an operator.
    #[row(with = unsigned)]
    pub parked: u64,
}

/// The backlog of every process manager that has run, by name.
pub async fn backlog(pool: &Pool, now: DateTime<Utc>) -> sqlx::Result<Vec<Backlog>> {
    in_time(sql::backlog(now).fetch_all(pool)).await
}

fn position(stored: i64) -> sqlx::Result<Position> {
    unsigned(stored).map(Position)
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
