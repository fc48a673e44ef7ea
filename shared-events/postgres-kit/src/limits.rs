//! Time limits on the client's side and on the server's side.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

/// The server rolls back a transaction whose client is silent for this long.
const IDLE_IN_TRANSACTION: Duration = Duration::from_secs(60);

/// The number of heartbeats that the holder of a lease sends within the lease's duration.
const HEARTBEATS_PER_LEASE: u32 = 3;

/// How long a peer may be silent. [`Limits::default`] is for production; tests use shorter limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time limit for a new or pooled connection to be ready for its first statement.
    pub connect: Duration,
    /// Time limit for the answer to a trivial statement.
    pub ping: Duration,
    /// Time limit for the answer to an ordinary statement.
    pub answer: Duration,
    /// Time limit for a transaction with a batch of work, from BEGIN to COMMIT.
    pub batch: Duration,
    /// The duration of a lease: the server ends the session of its holder when the client is silent for this long.
    pub lease: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(Duration::from_secs(15), Duration::from_secs(30))
    }
}

impl Limits {
    /// Derives all limits from two: the time limit for an ordinary answer, and the duration of a lease.
    pub fn new(answer: Duration, lease: Duration) -> Self {
        let connect = answer.min(Duration::from_secs(10));
        // The holder of a lease must give up on a heartbeat before the server ends its session.
        let ping = answer.min(Duration::from_secs(3)).min(lease / 2);
        Self { connect, ping, answer, batch: answer * 4, lease }
    }

    /// The interval between the heartbeats of a lease's holder.
    pub fn heartbeat(&self) -> Duration {
        self.lease / HEARTBEATS_PER_LEASE
    }

    /// Adds the session settings with which the server detects that the client is gone. They also undo the time limits that
    /// somebody has set for the role or the database: those would end the building of an index in the middle, again and
    /// again. The program has its own limits.
    #[must_use]
    pub fn session(&self, database: PgConnectOptions) -> PgConnectOptions {
        database.options([
            ("tcp_keepalives_idle", "10".to_owned()),
            ("tcp_keepalives_interval", "5".to_owned()),
            ("tcp_keepalives_count", "3".to_owned()),
            ("tcp_user_timeout", "20s".to_owned()),
            // End a statement whose client has disconnected.
            ("client_connection_check_interval", "5s".to_owned()),
            ("idle_in_transaction_session_timeout", milliseconds(IDLE_IN_TRANSACTION)),
            ("idle_session_timeout", "0".to_owned()),
            ("statement_timeout", "0".to_owned()),
            ("lock_timeout", "0".to_owned()),
        ])
    }

    /// Adds the session settings for the holder of a lease. When the client is silent for the duration of the lease,
    /// the server ends the session and so releases its locks, even if a proxy keeps the connection open. The client
    /// sends heartbeats with [`keep_alive`](crate::keep_alive).
    #[must_use]
    pub fn lease_session(&self, database: PgConnectOptions) -> PgConnectOptions {
        let lease = milliseconds(self.lease);
        database.options([
            ("idle_session_timeout", lease.clone()),
            ("idle_in_transaction_session_timeout", lease),
        ])
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{}ms", time.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_renewed_in_time_even_if_one_heartbeat_is_answered_late() {
        for (answer, lease) in [(15, 30), (15, 4), (1, 1), (60, 2), (1, 60)] {
            let limits = Limits::new(Duration::from_secs(answer), Duration::from_secs(lease));
            assert!(limits.heartbeat() + limits.ping < limits.lease, "{limits:?}");
            assert!(limits.ping <= limits.answer && limits.answer < limits.batch, "{limits:?}");
        }
    }
}
