//! Opens connections. The errors name the server and the cause.

use std::{
    io,
    time::{Duration, Instant},
};

use sqlx::{
    Connection, Executor, PgConnection, Row, error::DatabaseError, postgres::PgConnectOptions, raw_sql,
};
use tokio::time::sleep;

use crate::{Limits, address, session, sockets, within};

/// The pause between attempts to reach a server that is starting.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// A connection could not be opened. The text names the server and the cause.
#[derive(Debug, thiserror::Error)]
#[error("Postgres at {address} {complaint}: {cause}")]
pub struct ConnectError {
    address: String,
    complaint: &'static str,
    cause: String,
    /// Whether a later attempt may succeed, because the server is starting or has no free connection.
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

const POOLED: &str = "is behind a pooler in transaction mode; give the address of the server itself, or put the pooler in session mode";
const NO_SOCKET: &str = "is not there (is it running, and is this its socket?)";
const NO_CERTIFICATE: &str = "needs a file that is not there (sslrootcert, sslcert, sslkey)";
const NO_TLS: &str = "cannot be reached by TLS (sslmode, sslrootcert)";

/// A short description of the error, and whether a later attempt may succeed.
fn complaint(error: &sqlx::Error) -> (&'static str, bool) {
    match error {
        sqlx::Error::Io(error) => match error.kind() {
            io::ErrorKind::ConnectionRefused => {
                ("refuses connections (is it running, and is this its port?)", true)
            }
            io::ErrorKind::TimedOut => ("does not answer", false),
            io::ErrorKind::NotFound => (NO_SOCKET, true),
            // rustls has received data that is not valid TLS.
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

/// The text of the error without generic wrapping, but with its sources.
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

/// Opens a connection outside of any pool.
///
/// # Errors
/// See [`ConnectError`].
pub async fn connect(database: &PgConnectOptions, limits: &Limits) -> Result<PgConnection, ConnectError> {
    let connecting = async {
        let mut connection = PgConnection::connect_with(database).await?;
        session::prepare(&mut connection).await?;
        Ok(connection)
    };
    let connected: Result<_, sqlx::Error> = within(limits.connect, "a new connection", connecting).await;
    let connection = connected.map_err(|error| ConnectError::new(database, &error))?;
    sockets::watch(database).await;
    Ok(connection)
}

/// Refuses a pooler that gives two clients one session of the server: leases, LISTEN and prepared statements belong to
/// sessions.
///
/// # Errors
/// When there is such a pooler, or the server cannot be reached.
pub async fn refuse_pooler(database: &PgConnectOptions, limits: &Limits) -> Result<(), ConnectError> {
    let mut clients = [connect(database, limits).await?, connect(database, limits).await?];
    let mut sessions = Vec::new();
    for client in &mut clients {
        // By the simple protocol, because such a pooler may refuse a prepared statement.
        let asking = client.fetch_one(raw_sql("SELECT pg_backend_pid()"));
        let row = within(limits.answer, "the session of a connection", asking).await;
        sessions.push(
            row.and_then(|row| row.try_get::<i32, _>(0))
                .map_err(|error| ConnectError::new(database, &error))?,
        );
    }
    for client in clients {
        // A failure to close the connection does not matter.
        let _ = within(limits.ping, "a farewell", client.close()).await;
    }
    match sessions[0] == sessions[1] {
        false => Ok(()),
        true => Err(ConnectError {
            address: address(database),
            complaint: POOLED,
            cause: "two clients have been given one session".to_owned(),
            passing: false,
        }),
    }
}

/// Waits until the server accepts connections, if it is starting or has no free connection.
///
/// # Errors
/// See [`ConnectError`].
pub async fn wait_for_server(
    database: &PgConnectOptions,
    limits: &Limits,
    at_most: Duration,
) -> Result<(), ConnectError> {
    let began = Instant::now();
    let mut logged = false;
    loop {
        match connect(database, limits).await {
            Ok(connection) => {
                // A failure to close the connection does not matter.
                let _ = within(limits.ping, "a farewell", connection.close()).await;
                return Ok(());
            }
            Err(error) if error.passing && began.elapsed() < at_most => {
                if !logged {
                    tracing::info!(%error, "waiting for Postgres");
                    logged = true;
                }
            }
            Err(error) => return Err(error),
        }
        sleep(RETRY_PAUSE).await;
    }
}
