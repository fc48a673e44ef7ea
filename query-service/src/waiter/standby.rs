//! Follows the views on a standby, where LISTEN is not allowed.
//!
//! A standby replays the primary's transactions, so its `read.checkpoints` says what its queries see. A notification
//! from the primary would not: the standby may be behind. So the table is polled, on a connection of its own.

use std::{convert::Infallible, sync::atomic::Ordering, time::Duration};

use postgres_kit::{FromRow, Pool, connect, statements, within};
use sqlx::PgConnection;
use tokio::time::sleep;

use super::{Ended, Shared};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn standing() -> row Standing = "SELECT pg_is_in_recovery() AS is_standby,
        pg_last_wal_replay_lsn() IS DISTINCT FROM pg_last_wal_receive_lsn()
        OR NOT EXISTS (SELECT FROM pg_stat_wal_receiver WHERE pid IS NOT NULL) AS is_late";
}

/// How a server stands to its primary.
#[derive(FromRow)]
struct Standing {
    /// The server is a standby.
    is_standby: bool,
    /// It has not replayed everything that it has received, or receives nothing.
    is_late: bool,
}

/// Poll interval of the table. A poll is two small statements on the standby.
const POLL_INTERVAL: Duration = Duration::from_millis(25);

impl Shared {
    /// Records the positions on a standby until it is promoted or does not answer. Returns at once if the server is no
    /// standby.
    pub(super) async fn poll_standby(&self, pool: &Pool) -> Result<Infallible, Ended> {
        let connected = connect(&pool.connect_options(), &self.limits).await;
        let mut connection = connected.map_err(sqlx::Error::from)?;
        let mut is_first = true;
        loop {
            let standing = self.standing(&mut connection).await?;
            if !standing.is_standby {
                return Err(Ended::Primary);
            }
            self.is_late.store(standing.is_late, Ordering::SeqCst);
            if std::mem::take(&mut is_first) {
                self.is_polled.store(true, Ordering::SeqCst);
                self.forget();
                self.has_listened.send_replace(true);
            }
            self.ask_once(&mut connection).await?;
            sleep(POLL_INTERVAL).await;
        }
    }

    async fn standing(&self, connection: &mut PgConnection) -> Result<Standing, sqlx::Error> {
        within(self.limits.answer, "the state of a standby", sql::standing().fetch_one(connection)).await
    }
}
