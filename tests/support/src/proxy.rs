//! A TCP proxy before a Postgres server that can fall silent: its connections stay open and carry nothing any more.

use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use sqlx::postgres::PgConnectOptions;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
    task::JoinSet,
};

/// What connections through the proxy do.
#[derive(Clone, Copy, Debug, Default)]
struct Wire {
    /// Connections that were made before this generation are silent.
    speaks_from: u64,
    /// Whether new connections are silent as well.
    hangs: bool,
}

/// Listens on a port of its own and carries to a server's Unix socket. Everything is closed when it is dropped.
#[derive(Debug)]
pub struct SilentProxy {
    url: String,
    wire: watch::Sender<Wire>,
    open: Arc<AtomicUsize>,
    _accepting: JoinSet<()>,
}

impl SilentProxy {
    /// Before the server and database at this address, which must name the folder of the server's Unix socket
    /// (`?host=%2F…`).
    ///
    /// # Panics
    /// When there is no port to be had, or the address names no socket.
    pub async fn before(url: &str) -> Self {
        let database: PgConnectOptions = url.parse().expect("a Postgres address");
        let folder = database.get_socket().expect("an address with a Unix socket");
        let upstream = folder.join(format!(".s.PGSQL.{}", database.get_port()));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its number");
        let wire = watch::Sender::default();
        let open = Arc::<AtomicUsize>::default();
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, upstream, wire.subscribe(), Arc::clone(&open)));
        Self { url: url_through(url, address), wire, open, _accepting: accepting }
    }

    /// The same database by way of the proxy.
    #[must_use]
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// The connections of this moment carry nothing any more in either direction, not even that an end has closed. New
    /// ones work. Answers how many have fallen silent.
    pub fn silence(&self) -> usize {
        self.wire.send_modify(|wire| wire.speaks_from += 1);
        self.open.load(Ordering::SeqCst)
    }

    /// All connections are silent, new ones too, until [`recover`](Self::recover).
    pub fn hang(&self) {
        self.wire.send_modify(|wire| {
            wire.speaks_from += 1;
            wire.hangs = true;
        });
    }

    /// New connections work.
    pub fn recover(&self) {
        self.wire.send_modify(|wire| {
            wire.speaks_from += 1;
            wire.hangs = false;
        });
    }
}

/// The address of the same database at another place.
fn url_through(url: &str, proxy: SocketAddr) -> String {
    let database: PgConnectOptions = url.parse().expect("a Postgres address");
    let credentials = url.split_once("://").and_then(|(_, rest)| rest.split_once('@')).map(|(them, _)| them);
    let credentials = credentials.unwrap_or_else(|| database.get_username());
    format!("postgres://{credentials}@{proxy}/{}", database.get_database().unwrap_or_default())
}

async fn accept(
    listener: TcpListener,
    upstream: PathBuf,
    wire: watch::Receiver<Wire>,
    open: Arc<AtomicUsize>,
) {
    let mut connections = JoinSet::new();
    loop {
        let Ok((client, _)) = listener.accept().await else { continue };
        let Wire { speaks_from, hangs } = *wire.borrow();
        let upstream = match hangs {
            true => None,
            false => UnixStream::connect(&upstream).await.ok(),
        };
        if upstream.is_none() && !hangs {
            continue;
        }
        let (wire, open) = (wire.clone(), Arc::clone(&open));
        open.fetch_add(1, Ordering::SeqCst);
        connections.spawn(async move {
            carry(client, upstream, wire, speaks_from).await;
            open.fetch_sub(1, Ordering::SeqCst);
        });
    }
}

async fn carry(client: TcpStream, server: Option<UnixStream>, mut wire: watch::Receiver<Wire>, made_in: u64) {
    let (mut from_client, mut to_client) = client.into_split();
    let Some(server) = server else {
        // What is sent is taken, so that it is acknowledged.
        swallow(&mut from_client).await;
        return std::future::pending().await;
    };
    let (mut from_server, mut to_server) = server.into_split();
    let carrying = async {
        tokio::select! {
            () = copy(&mut from_client, &mut to_server) => {}
            () = copy(&mut from_server, &mut to_client) => {}
        }
    };
    tokio::select! {
        biased;
        silenced = wire.wait_for(|wire| wire.speaks_from > made_in) => drop(silenced),
        () = carrying => return,
    }
    tokio::join!(swallow(&mut from_client), swallow(&mut from_server));
    // Both ends stay open although the other one may have gone.
    std::future::pending().await
}

async fn copy(from: &mut (impl AsyncRead + Unpin), to: &mut (impl AsyncWrite + Unpin)) {
    let _ = tokio::io::copy(from, to).await;
    let _ = to.shutdown().await;
}

/// Takes whatever comes until nothing more can come.
async fn swallow(from: &mut (impl AsyncRead + Unpin)) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(1..) = from.read(&mut buffer).await {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_by_the_proxy_keeps_user_password_and_database() {
        let url = "postgres://me:secret@localhost:5432/shop?host=%2Fdev%2Fshm%2Fx";
        let through = url_through(url, "127.0.0.1:6000".parse().unwrap());
        assert_eq!(through, "postgres://me:secret@127.0.0.1:6000/shop");
    }
}
