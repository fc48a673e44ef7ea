//! Settings of a session that cannot be sent with its start, because older servers do not know them.

use sqlx::{PgConnection, Row};

/// Ends the time limit of whole transactions that the role or the database may have, since Postgres 17. Returns how many
/// connections the server allows.
const PREPARE: &str = "SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int,
    (SELECT set_config(name, '0', false) FROM pg_catalog.pg_settings WHERE name = 'transaction_timeout')";

/// Prepares a new connection, and returns how many connections the server allows. An answer also shows that the server is
/// more than a port that accepts connections.
pub(crate) async fn prepare(connection: &mut PgConnection) -> sqlx::Result<u32> {
    let allowed: i32 = sqlx::raw_sql(PREPARE).fetch_one(connection).await?.try_get(0)?;
    Ok(allowed.unsigned_abs())
}
