//! New connections, and errors that say to which server and why not.

use std::{
    io,
    time::{Duration, Instant},
};

use sqlx::{Connection, PgConnection, error::DatabaseError, postgres::PgConnectOptions};
use tokio::time::sleep;

use crate::{Limits, address, sockets, within};

/// Pause between tries to reach a server that is starting.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// A server could not be connected to. Names the server and the cause.
#[derive(Debug, thiserror::Error)]
#[error("Postgres at {address} {complaint}: {cause}")]
pub struct ConnectError {
    address: String,
    complaint: &'static str,
    cause: String,
    /// It may be gone in a moment: the server starts, or is full.
    passing: bool,
}

impl ConnectError {
    fn new(database: &PgConnectOptions, error: &sqlx::Error) -> Self {
        let (complaint, passing) = match complaint(error) {
            (NO_SOCKET, _) if database.get_socket().is_none() => (NO_CERTIFICATE, false),
            known => known,
        };
        Self { address: address(database), complaint, cause: cause(error), passing }
    }
}

impl From<ConnectError> for sqlx::Error {
    fn from(error: ConnectError) -> Self {
        Self::Io(io::Error::other(error))
    }
}

const NO_SOCKET: &str = "is not there (is it running, and is this its socket?)";
const NO_CERTIFICATE: &str = "needs a file that is not there (sslrootcert, sslcert, sslkey)";
const NO_TLS: &str = "cannot be reached by TLS (sslmode, sslrootcert)";

/// What is wrong in a few words, and whether it may be gone in a moment.
fn complaint(error: &sqlx::Error) -> (&'static str, bool) {
    match error {
        sqlx::Error::Io(error) => match error.kind() {
            io::ErrorKind::ConnectionRefused => {
                ("refuses connections (is it running, and is this its port?)", true)
            }
            io::ErrorKind::TimedOut => ("does not answer", false),
            io::ErrorKind::NotFound => (NO_SOCKET, true),
            // rustls has read something that it does not believe.
            io::ErrorKind::InvalidData => (NO_TLS, false),
            _ => ("cannot be reached", false),
        },
        sqlx::Error::Tls(_) => (NO_TLS, false),
        sqlx::Error::Protocol(_) | sqlx::Error::Decode(_) => {
            ("answers something else than Postgres does (is this its port?)", false)
        }
        sqlx::Error::Database(error) => match error.code().as_deref() {
            Some("53300") => ("has no connection left (max_connections)", true),
            Some("57P03") => ("is starting or stopping", true),
            Some("28P01" | "28000") => ("does not let us in (user, password, pg_hba.conf)", false),
            Some("3D000") => ("does not have this database", false),
            _ => ("refuses the connection", false),
        },
        _ => ("cannot be connected to", false),
    }
}

/// The error without the generic words around it, but with what lies below it.
fn cause(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Tls(error) => match error.source() {
            Some(below) => format!("{error}: {below}"),
            None => error.to_string(),
        },
        sqlx::Error::Database(error) => DatabaseError::message(&**error).to_owned(),
        other => other.to_string(),
    }
}

/// A connection of its own, which belongs to no pool.
///
/// # Errors
/// See [`ConnectError`].
pub async fn connect(database: &PgConnectOptions, limits: &Limits) -> Result<PgConnection, ConnectError> {
    let connecting = async {
        let mut connection = PgConnection::connect_with(database).await?;
        // The server may have taken the connection and then hang.
        connection.ping().await?;
        Ok(connection)
    };
    let connected: Result<_, sqlx::Error> = within(limits.connect, "a new connection", connecting).await;
    let connection = connected.map_err(|error| ConnectError::new(database, &error))?;
    sockets::watch(database).await;
    Ok(connection)
}

/// Returns when the server takes connections. Waits for one that is starting, or is full for the moment.
///
/// # Errors
/// See [`ConnectError`].
pub async fn wait_for_server(
    database: &PgConnectOptions,
    limits: &Limits,
    at_most: Duration,
) -> Result<(), ConnectError> {
    let began = Instant::now();
    let mut told = false;
    loop {
        match connect(database, limits).await {
            Ok(connection) => {
                // A farewell that cannot be said changes nothing.
                let _ = within(limits.ping, "a farewell", connection.close()).await;
                return Ok(());
            }
            Err(error) if error.passing && began.elapsed() < at_most => {
                if !told {
                    tracing::info!(%error, "waiting for Postgres");
                    told = true;
                }
            }
            Err(error) => return Err(error),
        }
        sleep(RETRY_PAUSE).await;
    }
}
