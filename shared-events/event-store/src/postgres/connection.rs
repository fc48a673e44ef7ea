//! Connections on which the store writes: what is acknowledged on them is durable.

use std::time::Duration;

use sqlx::{Connection, PgConnection, postgres::PgConnectOptions};
use tokio::time;

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
    let connecting = async {
        let mut connection = PgConnection::connect_with(database).await?;
        sqlx::raw_sql(WAIT_FOR_THE_DISK).execute(&mut connection).await?;
        Ok(connection)
    };
    match time::timeout(at_most, connecting).await {
        Ok(result) => result.map_err(|error: sqlx::Error| Failure::NotSent(error.to_string())),
        Err(_) => Err(Failure::NotSent(format!("no connection within {at_most:?}"))),
    }
}
