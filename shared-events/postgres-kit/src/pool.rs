//! A connection pool that tests connections within a deadline, and discards those that miss it.

use std::{
    fmt, io,
    ops::{Deref, DerefMut},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use sqlx::{
    Connection, PgConnection, PgPool, Postgres,
    pool::{PoolConnection, PoolConnectionMetadata},
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::{runtime::Handle, time::timeout};

use crate::{Limits, session, sockets, within};

/// Connections that were idle for a shorter time are used without a test: a round trip before every statement would add
/// a third to its time.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// A pool that has kept somebody waiting for a connection for longer than this has too few of them.
const SLOW_ACQUIRE: Duration = Duration::from_secs(2);

/// Connections that were idle for this long are closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// A pool of connections. Clones share the connections.
///
/// A returned connection is tested, and discarded when it does not answer in time. sqlx 0.9 alone waits for that answer
/// without a limit (<https://github.com/transact-rs/sqlx/issues/4349>): behind a proxy that acknowledges all data and
/// never answers, each such connection would occupy a slot of the pool forever.
#[derive(Clone)]
pub struct Pool {
    connections: PgPool,
    limits: Limits,
    peer: Arc<Peer>,
}

/// A connection of a [`Pool`]. Dropping it returns it to the pool.
#[derive(Debug)]
pub struct Pooled {
    connection: PoolConnection<Postgres>,
    peer: Arc<Peer>,
    closes_on_drop: bool,
}

impl Pool {
    /// Creates a pool of at most this many connections, which are opened on demand. The options should come from
    /// [`Limits::session`].
    #[must_use]
    pub fn new(database: PgConnectOptions, connections: u32, limits: Limits) -> Self {
        let peer = Arc::new(Peer::new(&database, &limits));
        let tester = Arc::clone(&peer);
        let watched = database.clone();
        let connections = PgPoolOptions::new()
            .max_connections(connections.max(1))
            .acquire_timeout(limits.connect)
            .idle_timeout(IDLE_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(move |connection, about| {
                let peer = Arc::clone(&tester);
                Box::pin(async move { peer.is_sound(connection, about).await })
            })
            .after_connect(move |connection, _| {
                let database = watched.clone();
                Box::pin(async move {
                    sockets::watch(&database).await;
                    session::prepare(connection).await
                })
            })
            .connect_lazy_with(database);
        Self { connections, limits, peer }
    }

    /// Connects a pool with the default limits to the database with this URL.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn connect(url: &str) -> sqlx::Result<Self> {
        PgPool::connect(url).await.map(Self::from)
    }

    /// Takes an idle connection, or opens one.
    ///
    /// # Errors
    /// When there is none within [`Limits::connect`].
    pub async fn acquire(&self) -> sqlx::Result<Pooled> {
        let began = Instant::now();
        let acquired = self.connections.acquire().await;
        if acquired.is_err() || began.elapsed() > SLOW_ACQUIRE {
            self.peer.short_at.store(self.peer.now().max(1), Ordering::Relaxed);
        }
        Ok(Pooled { connection: acquired?, peer: Arc::clone(&self.peer), closes_on_drop: false })
    }

    /// Whether somebody has waited long, or in vain, for a connection within this time: the server gives fewer than the
    /// pool needs.
    #[must_use]
    pub fn was_short_within(&self, time: Duration) -> bool {
        let short_at = Duration::from_millis(self.peer.short_at.load(Ordering::Relaxed));
        !short_at.is_zero() && self.peer.began.elapsed().saturating_sub(short_at) < time
    }

    /// The options with which the pool opens connections.
    #[must_use]
    pub fn connect_options(&self) -> Arc<PgConnectOptions> {
        self.connections.connect_options()
    }

    /// The maximum number of connections.
    #[must_use]
    pub fn max_connections(&self) -> u32 {
        self.connections.options().get_max_connections()
    }

    /// The current number of connections.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.connections.size()
    }

    /// The number of idle connections.
    #[must_use]
    pub fn num_idle(&self) -> usize {
        self.connections.num_idle()
    }

    /// Whether [`Pool::close`] was called.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.connections.is_closed()
    }

    /// Closes the pool at the end of the process. Waits for connections in use, but not longer than an answer may take.
    /// Then it cuts off running work, such as a task that a request has left behind.
    pub async fn close(&self) {
        if timeout(self.limits.answer, self.connections.close()).await.is_err() {
            let in_use = usize::try_from(self.size()).unwrap_or_default().saturating_sub(self.num_idle());
            tracing::warn!(in_use, "closing connections to Postgres that are still in use");
        }
    }
}

/// A pool with its own settings gets the default limits.
impl From<PgPool> for Pool {
    fn from(connections: PgPool) -> Self {
        let limits = Limits::default();
        let peer = Arc::new(Peer::new(&connections.connect_options(), &limits));
        Self { connections, limits, peer }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.connections.fmt(f)
    }
}

impl Pooled {
    /// Makes the connection close when it is dropped, instead of returning to the pool.
    pub fn close_on_drop(&mut self) {
        self.closes_on_drop = true;
        self.connection.close_on_drop();
    }
}

impl Deref for Pooled {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        // Outside of a runtime, sqlx handles the return.
        let Ok(runtime) = Handle::try_current() else { return };
        if self.closes_on_drop {
            return;
        }
        let returning = self.connection.return_to_pool();
        let peer = Arc::clone(&self.peer);
        runtime.spawn(async move { peer.give_back(returning).await });
    }
}

/// What the pool has learnt about the silence of its server.
#[derive(Debug)]
struct Peer {
    began: Instant,
    /// How long an idle connection may take to answer a ping.
    ping: Duration,
    /// How long returning a connection may take.
    return_limit: Duration,
    /// The time at which a connection last missed its deadline, in milliseconds since `began`; 0 for never. Older
    /// connections are not trusted.
    silent_at: AtomicU64,
    /// The time at which somebody last got a connection late or not at all, as above.
    short_at: AtomicU64,
}

impl Peer {
    fn new(database: &PgConnectOptions, limits: &Limits) -> Self {
        // A server behind a Unix socket is on this machine, so it can be slow but cannot vanish.
        let by_network = database.get_socket().is_none();
        let return_limit = if by_network { limits.ping } else { limits.answer };
        let (silent_at, short_at) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { began: Instant::now(), ping: limits.ping, return_limit, silent_at, short_at }
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
    async fn give_back(&self, returning: impl Future<Output = ()>) {
        if timeout(self.return_limit, returning).await.is_err() {
            self.is_silent(self.return_limit);
        }
    }

    fn is_silent(&self, limit: Duration) {
        tracing::warn!(?limit, "Postgres does not answer; discarding older connections");
        self.silent_at.store(self.now().max(1), Ordering::Relaxed);
    }
}
