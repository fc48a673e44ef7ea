//! Connections on which the store writes: what is acknowledged on them is durable.

use std::time::Duration;

use postgres_kit::{Limits, connect, within};
use sqlx::{PgConnection, postgres::PgConnectOptions};

use super::errors::Failure;

/// A server, a database or a role may have been told not to wait for the disk, which is fine for views. Where it waits for
/// more than its own disk, it goes on to do so.
const WAIT_FOR_THE_DISK: &str = "SELECT set_config('synchronous_commit', 'on', false)
     WHERE current_setting('synchronous_commit') = 'off'";

/// A connection that came up within this time.
pub(super) async fn to_write(
    database: &PgConnectOptions,
    at_most: Duration,
) -> Result<PgConnection, Failure> {
    let limits = Limits { connect: at_most, ..Limits::default() };
    let connecting = async {
        let mut connection = connect(database, &limits).await?;
        let setting = sqlx::raw_sql(WAIT_FOR_THE_DISK).execute(&mut connection);
        within(at_most, "a setting of a new connection", setting).await?;
        Ok(connection)
    };
    connecting.await.map_err(|error: sqlx::Error| Failure::NotSent(error.to_string()))
}
