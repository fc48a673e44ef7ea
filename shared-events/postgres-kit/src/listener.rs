//! LISTEN on a separate connection, which detects when that connection is dead.

use std::io;

use sqlx::{
    Executor,
    postgres::{PgConnectOptions, PgListener, PgNotification, PgPoolOptions},
};
use tokio::time::{Instant, timeout_at};

use crate::{ConnectError, Limits, connect, sockets, within};

/// A connection that listens for notifications.
pub struct Listener {
    listener: PgListener,
    limits: Limits,
    /// The time of the last ping.
    asked_at: Instant,
}

impl Listener {
    /// Listens to these channels, and receives every notification from now on.
    ///
    /// # Errors
    /// When the server cannot be reached, or does not answer in time.
    pub async fn connect(
        database: &PgConnectOptions,
        channels: &[&str],
        limits: Limits,
    ) -> Result<Self, sqlx::Error> {
        // Open a connection first: unlike a pool, it reports the cause of a failure.
        let one = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(limits.connect)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_lazy_with(limits.lease_session(database.clone()));
        let connected = within(limits.connect, "a connection that listens", PgListener::connect_with(&one));
        let mut listener = match connected.await {
            Ok(listener) => listener,
            Err(error) => {
                let probed: Result<_, ConnectError> = connect(database, &limits).await;
                return Err(probed.err().map_or(error, Into::into));
            }
        };
        // Do not reconnect automatically: `connect` opens the next connection within its deadline.
        listener.eager_reconnect(false);
        sockets::watch(database).await;
        within(limits.answer, "LISTEN", listener.listen_all(channels.iter().copied())).await?;
        Ok(Self { listener, limits, asked_at: Instant::now() })
    }

    /// Returns the next notification. Cancel-safe.
    ///
    /// It pings the server periodically, even while notifications arrive, because the server ends a session whose
    /// client is silent.
    ///
    /// # Errors
    /// When the connection is lost or the server does not answer. Then listen on a new connection, and look for changes
    /// that were missed meanwhile.
    pub async fn recv(&mut self) -> Result<PgNotification, sqlx::Error> {
        loop {
            let ask_at = self.asked_at + self.limits.heartbeat();
            if Instant::now() >= ask_at {
                let asked = self.listener.execute("SELECT 1");
                within(self.limits.ping, "a connection that listens", asked).await?;
                self.asked_at = Instant::now();
                continue;
            }
            match timeout_at(ask_at, self.listener.try_recv()).await {
                Ok(Ok(Some(notification))) => return Ok(notification),
                Ok(Ok(None)) => return Err(sqlx::Error::Io(io::ErrorKind::ConnectionAborted.into())),
                Ok(Err(error)) => return Err(error),
                Err(_) => {}
            }
        }
    }
}
