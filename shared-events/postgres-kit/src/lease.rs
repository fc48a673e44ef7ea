//! The client's side of a lease: the holder of a lease sends heartbeats, so that the server does not end its session.

use sqlx::{Connection, PgConnection};
use tokio::time::sleep;

use crate::{Limits, within};

/// Renews the lease of an otherwise idle session until a heartbeat fails; see [`Limits::lease_session`].
pub async fn keep_alive(connection: &mut PgConnection, limits: &Limits) -> sqlx::Error {
    loop {
        sleep(limits.heartbeat()).await;
        if let Err(error) = within(limits.ping, "the heartbeat of a lease", connection.ping()).await {
            return error;
        }
    }
}
