//! Opens the connections that write to the log. Every acknowledged write on them is durable.

use std::time::Duration;

use postgres_kit::{Limits, connect, statements, within};
use sqlx::{PgConnection, postgres::PgConnectOptions};

use super::errors::Failure;

statements! {
    #[cfg(test)]
    tested_with crate::postgres::testing::check_statements;

    fn wait_for_the_disk() = include_str!("sql/wait_for_the_disk.sql");
}

/// Opens a connection within this time.
pub(super) async fn to_write(
    database: &PgConnectOptions,
    at_most: Duration,
) -> Result<PgConnection, Failure> {
    let limits = Limits { connect: at_most, ..Limits::default() };
    let connecting = async {
        let mut connection = connect(database, &limits).await?;
        // A server, database or role may be configured not to wait, which is acceptable for views but not for the log.
        // A stricter setting, such as waiting for a standby, is kept.
        let setting = sql::wait_for_the_disk().execute(&mut connection);
        within(at_most, "a setting of a new connection", setting).await?;
        Ok(connection)
    };
    connecting.await.map_err(|error: sqlx::Error| Failure::NotSent(error.to_string()))
}
