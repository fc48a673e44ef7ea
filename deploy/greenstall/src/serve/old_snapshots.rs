//! Warns about sessions that hold an old snapshot: Postgres cannot remove the dead versions of rows meanwhile, and rows
//! that change many times a second become slow to read.

use std::{collections::HashSet, time::Duration};

use postgres_kit::{Limits, OtherSession, Pool, statements, within};
use tokio::time::sleep;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn old_snapshots() -> row OtherSession = include_str!("../sql/old_snapshots.sql");
}

const LOOK_INTERVAL: Duration = Duration::from_secs(60);

/// Watches without end. Names each session once.
pub(super) async fn watch(pool: Pool, limits: Limits) {
    let mut named: HashSet<(i32, String)> = HashSet::new();
    loop {
        sleep(LOOK_INTERVAL).await;
        let asked = sql::old_snapshots().fetch_all(&pool);
        // Other parts of the program report a database that does not answer.
        let Ok(found) = within(limits.answer, "old snapshots", asked).await else { continue };
        let key = |session: &OtherSession| (session.pid, session.since.clone());
        for session in found.iter().filter(|session| !named.contains(&key(session))) {
            tracing::warn!(
                "{session} holds an old snapshot, which makes writes slow; end it if it is not a backup"
            );
        }
        named = found.iter().map(key).collect();
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, Executor, PgConnection};
    use test_support::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn only_an_old_snapshot_is_found() {
        let database = TestDatabase::create("snapshots", async |_: &str| Ok::<_, sqlx::Error>(())).await;
        let pool = database.pool().await;
        let mut report = PgConnection::connect(&database.url()).await.unwrap();
        report.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM pg_class").await.unwrap();
        assert_eq!(sql::old_snapshots().fetch_all(&pool).await.unwrap(), []);
        let now = include_str!("../sql/old_snapshots.sql").replace("interval '5 minutes'", "interval '0'");
        let found: Vec<OtherSession> =
            sqlx::query_as(sqlx::AssertSqlSafe(now)).fetch_all(&pool).await.unwrap();
        let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut report).await.unwrap();
        assert_eq!(found.iter().map(|session| session.pid).collect::<Vec<_>>(), [pid]);
    }
}
