//! Time limits, on the client's and on the server's side.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

/// The server rolls back a transaction whose client is silent for this long.
const IDLE_IN_TRANSACTION: Duration = Duration::from_secs(60);

/// How many heartbeats the holder of a lease sends within the duration of the lease.
const HEARTBEATS_PER_LEASE: u32 = 3;

/// How long a peer may be silent. [`Limits::default`] is for production; tests use shorter limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time until a new connection, or one from a pool, is ready for its first statement.
    pub connect: Duration,
    /// Time for the answer to a trivial statement.
    pub ping: Duration,
    /// Time for the answer to an ordinary statement.
    pub answer: Duration,
    /// Time for a transaction with a batch of work, from begin to commit.
    pub batch: Duration,
    /// The server ends a session with a lease when its client is silent for this long.
    pub lease: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(Duration::from_secs(15), Duration::from_secs(30))
    }
}

impl Limits {
    /// Derives all limits from two: the time for an ordinary answer, and how long a lease outlives its holder.
    pub fn new(answer: Duration, lease: Duration) -> Self {
        let connect = answer.min(Duration::from_secs(10));
        // The holder of a lease must give up on a heartbeat before the server ends its session.
        let ping = answer.min(Duration::from_secs(3)).min(lease / 2);
        Self { connect, ping, answer, batch: answer * 4, lease }
    }

    /// Interval between the heartbeats of a lease's holder.
    pub fn heartbeat(&self) -> Duration {
        self.lease / HEARTBEATS_PER_LEASE
    }

    /// Adds the session settings with which the server notices that a client is gone.
    #[must_use]
    pub fn session(&self, database: PgConnectOptions) -> PgConnectOptions {
        database.options([
            ("tcp_keepalives_idle", "10".to_owned()),
            ("tcp_keepalives_interval", "5".to_owned()),
            ("tcp_keepalives_count", "3".to_owned()),
            ("tcp_user_timeout", "20s".to_owned()),
            // Ends a statement whose client has disconnected.
            ("client_connection_check_interval", "5s".to_owned()),
            ("idle_in_transaction_session_timeout", milliseconds(IDLE_IN_TRANSACTION)),
        ])
    }

    /// Adds the session settings with which the server ends this session, and releases its locks, when its client is
    /// silent for the duration of a lease, even where a proxy keeps the connection open. The client sends
    /// [`keep_alive`](crate::keep_alive).
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
    fn a_lease_is_renewed_before_it_ends_also_when_one_answer_is_late() {
        for (answer, lease) in [(15, 30), (15, 4), (1, 1), (60, 2), (1, 60)] {
            let limits = Limits::new(Duration::from_secs(answer), Duration::from_secs(lease));
            assert!(limits.heartbeat() + limits.ping < limits.lease, "{limits:?}");
            assert!(limits.ping <= limits.answer && limits.answer < limits.batch, "{limits:?}");
        }
    }
}
