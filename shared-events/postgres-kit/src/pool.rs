//! Pools whose connections are tested within a deadline, and thrown away when they miss it.

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

use crate::{Limits, sockets, within};

/// Connections that were idle for a shorter time are taken for sound: a round trip before every statement is a third
/// of its time.
const TRUSTED_IDLE: Duration = Duration::from_secs(1);

/// Connections that nobody has needed for this time are given back to the server.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// A pool of connections. Clones share the connections.
///
/// A connection that comes back is asked whether it is sound, and is thrown away when it does not answer in time. sqlx 0.9
/// alone waits for that answer without an end (<https://github.com/transact-rs/sqlx/issues/4349>): behind a proxy that
/// acknowledges everything and answers nothing, each such connection would cost the pool a place for ever.
#[derive(Clone)]
pub struct Pool {
    connections: PgPool,
    limits: Limits,
    peer: Arc<Peer>,
}

/// A connection of a [`Pool`]. It goes back when it is dropped.
#[derive(Debug)]
pub struct Pooled {
    connection: PoolConnection<Postgres>,
    peer: Arc<Peer>,
    closes_on_drop: bool,
}

impl Pool {
    /// A pool of at most so many connections, of which the first is made when it is needed. The options should come from
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
            .after_connect(move |_, _| {
                let database = watched.clone();
                Box::pin(async move {
                    sockets::watch(&database).await;
                    Ok(())
                })
            })
            .connect_lazy_with(database);
        Self { connections, limits, peer }
    }

    /// A pool with the default limits, for the database with this URL.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn connect(url: &str) -> sqlx::Result<Self> {
        PgPool::connect(url).await.map(Self::from)
    }

    /// Takes a connection, or makes one.
    ///
    /// # Errors
    /// When there is none within [`Limits::connect`].
    pub async fn acquire(&self) -> sqlx::Result<Pooled> {
        let connection = self.connections.acquire().await?;
        Ok(Pooled { connection, peer: Arc::clone(&self.peer), closes_on_drop: false })
    }

    /// How its connections are made.
    #[must_use]
    pub fn connect_options(&self) -> Arc<PgConnectOptions> {
        self.connections.connect_options()
    }

    /// How many connections it has at most.
    #[must_use]
    pub fn max_connections(&self) -> u32 {
        self.connections.options().get_max_connections()
    }

    /// How many connections it has.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.connections.size()
    }

    /// How many of them nobody uses.
    #[must_use]
    pub fn num_idle(&self) -> usize {
        self.connections.num_idle()
    }

    /// Whether [`Pool::close`] was called.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.connections.is_closed()
    }

    /// Closes the pool, as the last thing that a process does with it. Waits for connections that are in use, but not longer
    /// than an answer may take: what still runs then, such as a task that a request has left behind, is cut short.
    pub async fn close(&self) {
        if timeout(self.limits.answer, self.connections.close()).await.is_err() {
            let in_use = usize::try_from(self.size()).unwrap_or_default().saturating_sub(self.num_idle());
            tracing::warn!(in_use, "connections to Postgres are still in use and are cut off");
        }
    }
}

/// The default limits for a pool with settings of its own.
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
    /// Has the connection closed when it is dropped, and not go back.
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
        // Outside a runtime sqlx does what it can.
        let Ok(runtime) = Handle::try_current() else { return };
        if self.closes_on_drop {
            return;
        }
        let returning = self.connection.return_to_pool();
        let peer = Arc::clone(&self.peer);
        runtime.spawn(async move { peer.give_back(returning).await });
    }
}

/// What a pool knows of the server's silence.
#[derive(Debug)]
struct Peer {
    began: Instant,
    /// How long an idle connection may take to answer.
    ping: Duration,
    /// How long a connection may take to go back.
    return_limit: Duration,
    /// When a connection has missed its deadline, in milliseconds since `began`; connections from before that time are
    /// not trusted. 0: none has.
    silent_at: AtomicU64,
}

impl Peer {
    fn new(database: &PgConnectOptions, limits: &Limits) -> Self {
        // A server at the other end of a Unix socket is on this machine: it can be slow, but not vanish.
        let by_network = database.get_socket().is_none();
        let return_limit = if by_network { limits.ping } else { limits.answer };
        Self { began: Instant::now(), ping: limits.ping, return_limit, silent_at: AtomicU64::new(0) }
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
            let answer = within(self.ping, "an idle connection", connection.ping()).await;
            if matches!(&answer, Err(sqlx::Error::Io(error)) if error.kind() == io::ErrorKind::TimedOut) {
                self.is_silent(self.ping);
            }
            answer?;
        }
        Ok(true)
    }

    /// Lets a connection go back, in which the pool asks whether it is sound. Without an answer it is thrown away.
    async fn give_back(&self, returning: impl Future<Output = ()>) {
        if timeout(self.return_limit, returning).await.is_err() {
            self.is_silent(self.return_limit);
        }
    }

    fn is_silent(&self, limit: Duration) {
        tracing::warn!(?limit, "Postgres does not answer: connections from before are thrown away");
        self.silent_at.store(self.now().max(1), Ordering::Relaxed);
    }
}
