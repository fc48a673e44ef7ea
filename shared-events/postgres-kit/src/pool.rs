//! Pools whose connections are tested within a deadline, and thrown away when they miss it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use sqlx::{
    Connection, PgConnection, PgPool,
    pool::PoolConnectionMetadata,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::timeout;

use crate::{Limits, sockets, within};

/// Connections that were idle for a shorter time are taken for sound: a round trip before every statement is a third
/// of its time.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// Connections that nobody has needed for this time are given back to the server.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// A pool of at most so many connections, of which the first is made when it is needed. The options should come from
/// [`Limits::session`].
pub fn pool(database: PgConnectOptions, connections: u32, limits: Limits) -> PgPool {
    let peer = Arc::new(Peer::new(limits.ping));
    let (tested_first, tested_last) = (Arc::clone(&peer), peer);
    // A server at the other end of a Unix socket is on this machine: it can hang, but not vanish.
    let by_network = database.get_socket().is_none();
    let watched = database.clone();
    let mut options = PgPoolOptions::new()
        .max_connections(connections.max(1))
        .acquire_timeout(limits.connect)
        .idle_timeout(IDLE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(move |connection, about| {
            let peer = Arc::clone(&tested_first);
            Box::pin(async move { peer.is_sound(connection, about).await })
        })
        .after_connect(move |_, _| {
            let database = watched.clone();
            Box::pin(async move {
                sockets::watch(&database).await;
                Ok(())
            })
        });
    if by_network {
        // The pool itself asks every connection that comes back whether it is sound, and waits for the answer without
        // an end; its place would be lost for ever.
        options = options.after_release(move |connection, _| {
            let peer = Arc::clone(&tested_last);
            Box::pin(async move { peer.ping(connection).await.map(|()| true) })
        });
    }
    options.connect_lazy_with(database)
}

/// Closes a pool, as the last thing that a process does with it. Waits for connections that are in use, but not longer than
/// an answer may take: what still runs then, such as a task that a request has left behind, is cut short.
pub async fn close(pool: &PgPool, limits: &Limits) {
    if timeout(limits.answer, pool.close()).await.is_err() {
        let in_use = usize::try_from(pool.size()).unwrap_or_default().saturating_sub(pool.num_idle());
        tracing::warn!(in_use, "connections to Postgres are still in use and are cut off");
    }
}

/// What a pool knows of the server's silence.
struct Peer {
    began: Instant,
    ping: Duration,
    /// When a connection has missed its deadline, in milliseconds since `began`; connections from before that time are
    /// not trusted. 0: none has.
    silent_at: AtomicU64,
}

impl Peer {
    fn new(ping: Duration) -> Self {
        Self { began: Instant::now(), ping, silent_at: AtomicU64::new(0) }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Whether an idle connection may be used.
    async fn is_sound(
        &self,
        connection: &mut PgConnection,
        about: PoolConnectionMetadata,
    ) -> Result<bool, sqlx::Error> {
        let made_at = self.now().saturating_sub(u64::try_from(about.age.as_millis()).unwrap_or(u64::MAX));
        let silent_at = self.silent_at.load(Ordering::Relaxed);
        // Connections die together. To test them one after the other would take a deadline for each.
        if silent_at > 0 && made_at < silent_at {
            return Err(sqlx::Error::PoolTimedOut);
        }
        if about.idle_for >= TRUSTED_IDLE {
            self.ping(connection).await?;
        }
        Ok(true)
    }

    async fn ping(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let answer = within(self.ping, "an idle connection", connection.ping()).await;
        if let Err(sqlx::Error::Io(error)) = &answer
            && error.kind() == std::io::ErrorKind::TimedOut
        {
            tracing::warn!(%error, "connections from before are thrown away");
            self.silent_at.store(self.now().max(1), Ordering::Relaxed);
        }
        answer
    }
}
