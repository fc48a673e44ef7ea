//! Whether an error is about the way to the server, or about what was asked.

/// Whether the server has ended, ends, has no connection left, or does not answer: the same may go well a moment later. A
/// server that is killed while a connection is made leaves half an answer, which reads as one that breaks the protocol.
pub fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => true,
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => true,
        // Connection exceptions; shutdown, crash and start of the server; a session that was idle for too long; too many
        // connections.
        sqlx::Error::Database(refusal) => refusal
            .code()
            .is_some_and(|code| code.starts_with("08") || code.starts_with("57P") || code == "53300"),
        _ => false,
    }
}
