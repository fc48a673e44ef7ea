//! Sessions of other programs in the market's database, which hold what the shop needs.

use sqlx::{Connection, PgConnection};
use test_support::LOCKS_OF_A_DUMP;

use super::Fault;

/// A lock of the class that the log's writers use.
const WRITERS_LOCK: &str = "SELECT pg_advisory_lock(18259::bigint << 48)";
/// What Postgres answers when a session elsewhere in the cluster does not read its notifications.
const QUEUE_IS_FULL: &str =
    "CREATE OR REPLACE FUNCTION pg_catalog.pg_notify(text, text) RETURNS void LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'too many notifications in the NOTIFY queue'; END $$";
const QUEUE_IS_READ: &str = "CREATE OR REPLACE FUNCTION pg_catalog.pg_notify(text, text) RETURNS void
    LANGUAGE internal VOLATILE PARALLEL RESTRICTED STRICT AS 'pg_notify'";

/// The sessions that are open.
#[derive(Default)]
pub(super) struct ForeignSessions(Vec<PgConnection>);

impl ForeignSessions {
    /// Opens the session of a fault. The database answers.
    pub(super) async fn open(&mut self, url: &str, fault: Fault) {
        let statement = match fault {
            Fault::DumpIsOpen => LOCKS_OF_A_DUMP,
            Fault::WritersLockTaken => WRITERS_LOCK,
            Fault::NotificationsRefused => QUEUE_IS_FULL,
            other => unreachable!("{other:?} is no session"),
        };
        let mut session = PgConnection::connect(url).await.expect("the database answers");
        sqlx::raw_sql(statement).execute(&mut session).await.expect("the statement is valid");
        self.0.push(session);
    }

    /// Ends all sessions and what they have changed. Those of a killed server have ended.
    pub(super) async fn end(&mut self, url: &str) {
        if self.0.is_empty() {
            return;
        }
        for session in self.0.drain(..) {
            let _ = session.close().await;
        }
        let mut session = PgConnection::connect(url).await.expect("the database answers");
        sqlx::raw_sql(QUEUE_IS_READ).execute(&mut session).await.expect("the statement is valid");
    }
}
