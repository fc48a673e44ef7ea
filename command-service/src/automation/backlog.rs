//! How much each process manager has still to do, for those who watch over it.

use chrono::{DateTime, Utc};
use shared_events::Position;
use sqlx::{PgPool, Row};

/// What one process manager has before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// Which one.
    pub manager: String,
    /// How far it has read the log.
    pub position: Position,
    /// Everything that it has noted and not done, now or later.
    pub entries: u64,
    /// What should have been done by now and is not parked.
    pub overdue: u64,
    /// What has failed and will be tried again.
    pub failing: u64,
    /// What waits for an operator.
    pub parked: u64,
}

/// The backlog of every process manager that has run, by name.
///
/// # Errors
/// Those of the database.
pub async fn backlog(pool: &PgPool, now: DateTime<Utc>) -> sqlx::Result<Vec<Backlog>> {
    let rows = sqlx::query(
        "select manager, position, count(subject) as entries,
                count(*) filter (where parked_at is null and due_at <= $1) as overdue,
                count(*) filter (where parked_at is null and failures > 0) as failing,
                count(parked_at) as parked
         from automation.checkpoints left join automation.agenda using (manager)
         group by manager, position order by manager",
    )
    .bind(now)
    .fetch_all(pool)
    .await?;
    let all = rows.iter().map(|row| {
        let count = |column| row.try_get::<i64, _>(column).map(i64::unsigned_abs);
        Ok(Backlog {
            manager: row.try_get("manager")?,
            position: Position(count("position")?),
            entries: count("entries")?,
            overdue: count("overdue")?,
            failing: count("failing")?,
            parked: count("parked")?,
        })
    });
    all.collect()
}
