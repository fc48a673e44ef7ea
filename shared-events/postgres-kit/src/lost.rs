//! Distinguishes errors of the connection from errors of the statement.

/// Whether the connection has failed and not the statement. The server is shutting down, full or silent, so a retry may
/// succeed. A server that is killed while a connection is opened leaves half an answer, which looks like a protocol
/// violation.
pub fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => true,
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => true,
        // Connection exceptions; shutdown, crash or start of the server; idle session timeout; too many connections.
        sqlx::Error::Database(refusal) => refusal
            .code()
            .is_some_and(|code| code.starts_with("08") || code.starts_with("57P") || code == "53300"),
        _ => false,
    }
}
