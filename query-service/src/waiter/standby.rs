//! Follows the views on a standby, where LISTEN is not allowed.
//!
//! A standby replays the primary's transactions, so its `read.checkpoints` says what its queries see. A notification
//! from the primary would not: the standby may be behind. So the table is polled.

use std::{convert::Infallible, time::Duration};

use postgres_kit::{Pool, statements, within};
use tokio::time::sleep;

use super::{Ended, Shared};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn is_standby() -> value bool = "SELECT pg_is_in_recovery()";
}

/// Poll interval of the table. A poll is one small statement on the standby.
const POLL_INTERVAL: Duration = Duration::from_millis(25);

impl Shared {
    /// Whether the server is a standby.
    pub(super) async fn is_standby(&self, pool: &Pool) -> Result<bool, sqlx::Error> {
        let asked = sql::is_standby().fetch_one(pool);
        within(self.limits.answer, "whether the server is a standby", asked).await
    }

    /// Records the positions on a standby until it is promoted or does not answer.
    pub(super) async fn poll_standby(&self, pool: &Pool) -> Result<Infallible, Ended> {
        self.forget();
        self.has_listened.send_replace(true);
        while self.is_standby(pool).await? {
            for (view, position) in self.positions(pool).await? {
                self.heard(&view, position);
            }
            sleep(POLL_INTERVAL).await;
        }
        Err(Ended::Promoted)
    }
}
