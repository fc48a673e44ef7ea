//! What a pool learns about its server: which connections answer, how many there may be, and whether they are too few.

use std::{
    fmt, io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use sqlx::{Connection, PgConnection, pool::PoolConnectionMetadata, postgres::PgConnectOptions};
use tokio::time::timeout;

use crate::{Limits, within};

/// Connections that were idle for a shorter time are used without a test: a round trip before every statement would add
/// a third to its time.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// The size of a pool on a server that allows this many connections.
pub(crate) type SizeFor = dyn Fn(u32) -> u32 + Send + Sync;

/// What the pool has learnt about its server.
pub(crate) struct Peer {
    began: Instant,
    /// How long an idle connection may take to answer a ping.
    ping: Duration,
    /// How long returning a connection may take.
    return_limit: Duration,
    /// The time at which a connection last missed its deadline, in milliseconds since `began`; 0 for never. Older
    /// connections are not trusted.
    silent_at: AtomicU64,
    pub(crate) size_for: Arc<SizeFor>,
    /// How many connections the server allows, as the newest connection was told.
    pub(crate) allowed: AtomicU32,
    pub(crate) shortage: Arc<Shortage>,
}

impl Peer {
    pub(crate) fn new(
        database: &PgConnectOptions,
        limits: &Limits,
        size_for: Arc<SizeFor>,
        shortage: Arc<Shortage>,
    ) -> Self {
        // A server behind a Unix socket is on this machine, so it can be slow but cannot vanish.
        let by_network = database.get_socket().is_none();
        let return_limit = if by_network { limits.ping } else { limits.answer };
        Self {
            began: Instant::now(),
            ping: limits.ping,
            return_limit,
            silent_at: AtomicU64::new(0),
            size_for,
            allowed: AtomicU32::new(u32::MAX),
            shortage,
        }
    }

    /// The size of the pool.
    pub(crate) fn size(&self) -> u32 {
        (self.size_for)(self.allowed.load(Ordering::Relaxed)).max(1)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Whether an idle connection may be used.
    pub(crate) async fn is_sound(
        &self,
        connection: &mut PgConnection,
        about: PoolConnectionMetadata,
    ) -> Result<bool, sqlx::Error> {
        let made_at = self.now().saturating_sub(u64::try_from(about.age.as_millis()).unwrap_or(u64::MAX));
        let silent_at = self.silent_at.load(Ordering::Relaxed);
        // Connections often die together. Testing one after the other would cost a deadline each.
        if silent_at > 0 && made_at < silent_at {
            return Err(sqlx::Error::PoolTimedOut);
        }
        if about.idle_for >= TRUSTED_IDLE {
            let answer = within(self.ping, "an idle connection", connection.ping()).await;
            if matches!(&answer, Err(sqlx::Error::Io(error)) if error.kind() == io::ErrorKind::TimedOut) {
                self.is_silent(self.ping);
            }
            answer?;
        }
        Ok(true)
    }

    /// Returns a connection, which the pool then tests. Discards the connection if there is no answer.
    pub(crate) async fn give_back(&self, returning: impl Future<Output = ()>) {
        if timeout(self.return_limit, returning).await.is_err() {
            self.is_silent(self.return_limit);
        }
    }

    fn is_silent(&self, limit: Duration) {
        tracing::warn!(?limit, "Postgres does not answer; discarding older connections");
        self.silent_at.store(self.now().max(1), Ordering::Relaxed);
    }
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer").field("allowed", &self.allowed).finish_non_exhaustive()
    }
}

/// The last time that a caller waited long for a connection, or got none.
#[derive(Debug, Default)]
pub(crate) struct Shortage(Mutex<Option<Instant>>);

impl Shortage {
    pub(crate) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    pub(crate) fn was_within(&self, time: Duration) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|at| at.elapsed() < time)
    }
}
