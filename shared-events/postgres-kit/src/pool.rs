//! A connection pool that tests connections within a deadline, discards those that miss it, and has as many as its server
//! gives.

use std::{
    fmt,
    ops::{Deref, DerefMut},
    sync::{Arc, PoisonError, RwLock, atomic::Ordering},
    time::{Duration, Instant},
};

use sqlx::{
    Connection, PgConnection, PgPool, Postgres,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::{
    runtime::Handle,
    time::{sleep, timeout},
};

use crate::{Limits, peer::Peer, session, sockets, within};

/// A pool that has kept somebody waiting for a connection for longer than this has too few of them.
const SLOW_ACQUIRE: Duration = Duration::from_secs(2);

/// Opening a connection may take this long. Then a connection that somebody returns is taken instead, and looked for in
/// this interval, by one caller at a time.
const OPENING_TIME: Duration = Duration::from_millis(500);
const RETURN_POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Connections that were idle for this long are closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// A pool of connections. Clones share the connections.
///
/// A returned connection is tested, and discarded when it does not answer in time. sqlx 0.9 alone waits for that answer
/// without a limit (<https://github.com/transact-rs/sqlx/issues/4349>): behind a proxy that acknowledges all data and
/// never answers, each such connection would occupy a slot of the pool forever.
///
/// A server can be restarted with another `max_connections`. This ends all its connections, so each new one asks for the
/// number, and the pool follows it. While the server refuses to open another connection, the pool's present ones are used.
#[derive(Clone)]
pub struct Pool {
    /// Replaced by a smaller or larger one when the server allows another number of connections.
    connections: Arc<RwLock<PgPool>>,
    limits: Limits,
    peer: Arc<Peer>,
    /// Serves callers in their order. New ones pass it as readers; the next one to take a returned connection holds it as
    /// writer.
    line: Arc<tokio::sync::RwLock<()>>,
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
        Self::fitting(database, limits, move |_| connections)
    }

    /// As [`Pool::new`], with a size that follows from the number of connections that the server allows: `size_for` is
    /// asked again when this number changes. Before the first connection it is asked for the most there can be.
    #[must_use]
    pub fn fitting(
        database: PgConnectOptions,
        limits: Limits,
        size_for: impl Fn(u32) -> u32 + Send + Sync + 'static,
    ) -> Self {
        let peer = Peer::new(&database, &limits, Arc::new(size_for), Arc::default());
        Self::open(database, peer, limits)
    }

    /// Another pool with half the size of this one, whatever that is. [`Pool::was_short_within`] speaks for both.
    #[must_use]
    pub fn half(&self, database: PgConnectOptions, limits: Limits) -> Self {
        let whole = Arc::clone(&self.peer.size_for);
        let size_for = Arc::new(move |allowed| whole(allowed).div_ceil(2));
        let peer = Peer::new(&database, &limits, size_for, Arc::clone(&self.peer.shortage));
        Self::open(database, peer, limits)
    }

    fn open(database: PgConnectOptions, peer: Peer, limits: Limits) -> Self {
        let peer = Arc::new(peer);
        let (tester, learner) = (Arc::clone(&peer), Arc::clone(&peer));
        let watched = database.clone();
        let connections = PgPoolOptions::new()
            .max_connections(peer.size())
            .acquire_timeout(limits.connect)
            .idle_timeout(IDLE_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(move |connection, about| {
                let peer = Arc::clone(&tester);
                Box::pin(async move { peer.is_sound(connection, about).await })
            })
            .after_connect(move |connection, _| {
                let (database, peer) = (watched.clone(), Arc::clone(&learner));
                Box::pin(async move {
                    sockets::watch(&database).await;
                    peer.allowed.store(session::prepare(connection).await?, Ordering::Relaxed);
                    Ok(())
                })
            })
            .connect_lazy_with(database);
        Self::with(connections, limits, peer)
    }

    fn with(connections: PgPool, limits: Limits, peer: Arc<Peer>) -> Self {
        Self { connections: Arc::new(RwLock::new(connections)), limits, peer, line: Arc::default() }
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
        let acquiring = async {
            drop(self.line.read().await);
            tokio::select! {
                biased;
                acquired = self.idle_or_opened() => acquired,
                returned = self.returned(began) => Ok(returned),
            }
        };
        let acquired =
            timeout(self.limits.connect, acquiring).await.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        if acquired.is_err() || began.elapsed() > SLOW_ACQUIRE {
            self.peer.shortage.note();
        }
        self.fit();
        acquired
    }

    async fn idle_or_opened(&self) -> sqlx::Result<Pooled> {
        loop {
            match self.current().acquire().await {
                Err(sqlx::Error::PoolClosed) if !self.is_closed() => {}
                acquired => return acquired.map(|connection| self.pooled(connection)),
            }
        }
    }

    /// Waits for a connection that somebody returns. sqlx alone would only try to open one, and fail on a server that has
    /// none left, while the pool's other connections become idle. sqlx gives a returned connection to the callers in its
    /// own queue first, so new callers wait in the line until this one has its connection.
    async fn returned(&self, began: Instant) -> Pooled {
        sleep(OPENING_TIME).await;
        let _turn = self.line.write().await;
        loop {
            if began.elapsed() > SLOW_ACQUIRE {
                self.peer.shortage.note();
            }
            if let Some(connection) = self.current().try_acquire() {
                let mut returned = self.pooled(connection);
                if within(self.limits.ping, "an idle connection", returned.ping()).await.is_ok() {
                    return returned;
                }
            }
            sleep(RETURN_POLL_INTERVAL).await;
        }
    }

    fn pooled(&self, connection: PoolConnection<Postgres>) -> Pooled {
        Pooled { connection, peer: Arc::clone(&self.peer), closes_on_drop: false }
    }

    /// Follows a changed number of connections that the server allows. Connections in use are closed when they are returned.
    fn fit(&self) {
        let size = self.peer.size();
        if self.max_connections() == size {
            return;
        }
        let mut current = self.connections.write().unwrap_or_else(PoisonError::into_inner);
        let before = current.options().get_max_connections();
        if before == size || current.is_closed() {
            return;
        }
        let allowed = self.peer.allowed.load(Ordering::Relaxed);
        tracing::warn!("Postgres allows {allowed} connections; a pool of {before} takes {size} from now on");
        let database = (*current.connect_options()).clone();
        let fitting = current.options().clone().max_connections(size).connect_lazy_with(database);
        let former = std::mem::replace(&mut *current, fitting);
        tokio::spawn(async move { former.close().await });
    }

    fn current(&self) -> PgPool {
        self.connections.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether somebody has waited long, or in vain, for a connection within this time: the server gives fewer than the
    /// pool needs.
    #[must_use]
    pub fn was_short_within(&self, time: Duration) -> bool {
        self.peer.shortage.was_within(time)
    }

    /// The options with which the pool opens connections.
    #[must_use]
    pub fn connect_options(&self) -> Arc<PgConnectOptions> {
        self.current().connect_options()
    }

    /// The present maximum number of connections.
    #[must_use]
    pub fn max_connections(&self) -> u32 {
        self.current().options().get_max_connections()
    }

    /// The current number of connections.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.current().size()
    }

    /// The number of idle connections.
    #[must_use]
    pub fn num_idle(&self) -> usize {
        self.current().num_idle()
    }

    /// Whether [`Pool::close`] was called.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.current().is_closed()
    }

    /// Closes the pool at the end of the process. Waits for connections in use, but not longer than an answer may take.
    /// Then it cuts off running work, such as a task that a request has left behind.
    pub async fn close(&self) {
        if timeout(self.limits.answer, self.current().close()).await.is_err() {
            let in_use = usize::try_from(self.size()).unwrap_or_default().saturating_sub(self.num_idle());
            tracing::warn!(in_use, "closing connections to Postgres that are still in use");
        }
    }
}

/// A pool with its own settings gets the default limits.
impl From<PgPool> for Pool {
    fn from(connections: PgPool) -> Self {
        let limits = Limits::default();
        let size = connections.options().get_max_connections();
        let peer =
            Peer::new(&connections.connect_options(), &limits, Arc::new(move |_| size), Arc::default());
        Self::with(connections, limits, Arc::new(peer))
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.current().fmt(f)
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
