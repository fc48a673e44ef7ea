//! Settings of a session that cannot be sent with its start, because older servers do not know them.

use sqlx::{Executor, PgConnection};

/// Ends the time limit of whole transactions that the role or the database may have, since Postgres 17.
const NO_TRANSACTION_TIMEOUT: &str =
    "SELECT set_config(name, '0', false) FROM pg_catalog.pg_settings WHERE name = 'transaction_timeout'";

/// Prepares a new connection. An answer also shows that the server is more than a port that accepts connections.
pub(crate) async fn prepare(connection: &mut PgConnection) -> sqlx::Result<()> {
    connection.execute(NO_TRANSACTION_TIMEOUT).await.map(drop)
}
