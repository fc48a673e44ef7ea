//! How long anything may take, on this side and on the server's.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

/// A transaction whose client says nothing for so long is rolled back by the server.
const IDLE_IN_TRANSACTION: Duration = Duration::from_secs(60);

/// A holder of a lease shows that it is there so many times within the lease.
const HEARTBEATS_PER_LEASE: u32 = 3;

/// How long a peer may be silent. [`Limits::default`] is for production; tests use shorter ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A new connection is ready for its first statement within this time; so is one that is taken from a pool.
    pub connect: Duration,
    /// The answer to a statement that does next to nothing.
    pub ping: Duration,
    /// The answer to an ordinary statement.
    pub answer: Duration,
    /// One transaction with a batch of work, from its begin to its commit.
    pub batch: Duration,
    /// The server ends a session that holds a lease when its client says nothing for this time.
    pub lease: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(Duration::from_secs(15), Duration::from_secs(30))
    }
}

impl Limits {
    /// Limits that follow from two: how long an ordinary answer may take, and how long a lease outlives its holder.
    pub fn new(answer: Duration, lease: Duration) -> Self {
        let connect = answer.min(Duration::from_secs(10));
        // The holder of a lease gives up on a heartbeat before the server ends its session.
        let ping = answer.min(Duration::from_secs(3)).min(lease / 2);
        Self { connect, ping, answer, batch: answer * 4, lease }
    }

    /// How often the holder of a lease says something.
    pub fn heartbeat(&self) -> Duration {
        self.lease / HEARTBEATS_PER_LEASE
    }

    /// Makes the server notice a client that is gone.
    #[must_use]
    pub fn session(&self, database: PgConnectOptions) -> PgConnectOptions {
        database.options([
            ("tcp_keepalives_idle", "10".to_owned()),
            ("tcp_keepalives_interval", "5".to_owned()),
            ("tcp_keepalives_count", "3".to_owned()),
            ("tcp_user_timeout", "20s".to_owned()),
            // A statement that nobody waits for any more ends.
            ("client_connection_check_interval", "5s".to_owned()),
            ("idle_in_transaction_session_timeout", milliseconds(IDLE_IN_TRANSACTION)),
        ])
    }

    /// Makes the server end this session, and with it the locks that it holds, when its client says nothing for the
    /// time of a lease: also where a proxy keeps the connection open. The client sends [`keep_alive`](crate::keep_alive).
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
