//! A TCP proxy in front of a Postgres server.
//!
//! The proxy can make connections silent (open, but without data in one direction or both), reset them, and switch to
//! another server.

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

/// The present behavior of the proxy's connections.
#[derive(Clone, Debug)]
struct Wire {
    /// The server's Unix socket.
    upstream: PathBuf,
    /// Raised when the open connections get a fate. Connections of an earlier generation have the fate that ended
    /// theirs.
    generation: u64,
    fate: ConnectionFate,
    /// Whether new connections are silent.
    hangs: bool,
}

/// What happens to the connections of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionFate {
    Silent(Silence),
    Reset,
}

/// The direction in which a connection is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// Data from the client is acknowledged but does not reach the server.
    Requests,
    /// Data from the server is acknowledged but does not reach the client.
    Answers,
    /// Both directions.
    BothWays,
}

impl Silence {
    fn covers(self, direction: Self) -> bool {
        self == Self::BothWays || self == direction
    }
}

/// Listens on its own port and forwards to a server's Unix socket. Dropping it closes all connections.
#[derive(Debug)]
pub struct SilentProxy {
    url: String,
    wire: watch::Sender<Wire>,
    open: Arc<AtomicUsize>,
    _accepting: JoinSet<()>,
}

impl SilentProxy {
    /// A proxy in front of the server and database at this address, which must name the folder of the server's Unix
    /// socket (`?host=%2F…`).
    ///
    /// # Panics
    /// When no port is free, or the address names no socket.
    pub async fn before(url: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its number");
        let fate = ConnectionFate::Silent(Silence::BothWays);
        let wire = watch::Sender::new(Wire { upstream: socket_of(url), generation: 0, fate, hangs: false });
        let open = Arc::<AtomicUsize>::default();
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, wire.subscribe(), Arc::clone(&open)));
        Self { url: url_through(url, address), wire, open, _accepting: accepting }
    }

    /// The address of the database through the proxy.
    #[must_use]
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// Makes the open connections silent in both directions, so that not even the end of a connection is forwarded. New
    /// connections work. Returns how many connections became silent.
    pub fn silence(&self) -> usize {
        self.silence_in(Silence::BothWays)
    }

    /// Makes the open connections silent in one direction. The other direction still forwards data and its end.
    pub fn silence_in(&self, direction: Silence) -> usize {
        self.end_generation(ConnectionFate::Silent(direction), false)
    }

    /// Resets the open connections: clients get ECONNRESET, and the server sees the connections close. New connections
    /// work. Returns how many connections were reset.
    pub fn reset(&self) -> usize {
        self.end_generation(ConnectionFate::Reset, false)
    }

    /// Makes all connections silent, including new ones, until [`recover`](Self::recover).
    pub fn hang(&self) {
        self.end_generation(ConnectionFate::Silent(Silence::BothWays), true);
    }

    /// Lets new connections work again.
    pub fn recover(&self) {
        self.end_generation(ConnectionFate::Silent(Silence::BothWays), false);
    }

    /// Recovers if the proxy [hangs](Self::hang); otherwise does nothing.
    pub fn mend(&self) {
        if self.wire.borrow().hangs {
            self.recover();
        }
    }

    /// Forwards new connections to the server at this address.
    ///
    /// # Panics
    /// When the address names no socket.
    pub fn switch_to(&self, url: &str) {
        let upstream = socket_of(url);
        self.wire.send_modify(|wire| wire.upstream = upstream);
    }

    fn end_generation(&self, fate: ConnectionFate, hangs: bool) -> usize {
        self.wire.send_modify(|wire| {
            wire.generation += 1;
            (wire.fate, wire.hangs) = (fate, hangs);
        });
        self.open.load(Ordering::SeqCst)
    }
}

/// The Unix socket that an address names.
fn socket_of(url: &str) -> PathBuf {
    let database: PgConnectOptions = url.parse().expect("a Postgres address");
    let folder = database.get_socket().expect("an address with a Unix socket");
    folder.join(format!(".s.PGSQL.{}", database.get_port()))
}

/// The address with the proxy's host and port in place of the server's.
fn url_through(url: &str, proxy: SocketAddr) -> String {
    let database: PgConnectOptions = url.parse().expect("a Postgres address");
    let credentials = url.split_once("://").and_then(|(_, rest)| rest.split_once('@')).map(|(them, _)| them);
    let credentials = credentials.unwrap_or_else(|| database.get_username());
    format!("postgres://{credentials}@{proxy}/{}", database.get_database().unwrap_or_default())
}

async fn accept(listener: TcpListener, wire: watch::Receiver<Wire>, open: Arc<AtomicUsize>) {
    let mut connections = JoinSet::new();
    loop {
        // Remove finished connections.
        while connections.try_join_next().is_some() {}
        let Ok((client, _)) = listener.accept().await else { continue };
        let Wire { upstream, generation, hangs, .. } = wire.borrow().clone();
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
            carry(client, upstream, wire, generation).await;
            open.fetch_sub(1, Ordering::SeqCst);
        });
    }
}

async fn carry(mut client: TcpStream, server: Option<UnixStream>, wire: watch::Receiver<Wire>, made_in: u64) {
    let Some(mut server) = server else {
        // Read the data, so that the kernel acknowledges it.
        swallow(&mut client).await;
        return std::future::pending().await;
    };
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let requests = Lane { direction: Silence::Requests, wire: wire.clone(), made_in };
    let answers = Lane { direction: Silence::Answers, wire, made_in };
    let end = tokio::select! {
        end = requests.copy(&mut from_client, &mut to_server) => end,
        end = answers.copy(&mut from_server, &mut to_client) => end,
    };
    if end == End::Reset {
        // The connection may be closed already.
        let _ = client.set_zero_linger();
    }
}

/// How one direction of a connection ends, and with it the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Closed,
    Reset,
}

/// One direction of a connection.
struct Lane {
    direction: Silence,
    wire: watch::Receiver<Wire>,
    made_in: u64,
}

impl Lane {
    /// Copies until one end closes. A silent direction reads and drops the data, and never ends.
    async fn copy(mut self, from: &mut (impl AsyncRead + Unpin), to: &mut (impl AsyncWrite + Unpin)) -> End {
        let mut buffer = vec![0; 16 * 1024];
        let fate = loop {
            let read = tokio::select! {
                biased;
                fate = fate(&mut self.wire, self.made_in) => break fate,
                read = from.read(&mut buffer) => read,
            };
            let Ok(count @ 1..) = read else { return End::Closed };
            if to.write_all(&buffer[..count]).await.is_err() {
                return End::Closed;
            }
        };
        match fate {
            ConnectionFate::Reset => End::Reset,
            ConnectionFate::Silent(silence) if silence.covers(self.direction) => {
                swallow(from).await;
                // Never return, so that the other end is not closed.
                std::future::pending().await
            }
            ConnectionFate::Silent(_) => {
                // Forward the remaining data and the end of the stream.
                let _ = tokio::io::copy(from, to).await;
                End::Closed
            }
        }
    }
}

/// Waits until the connections of a generation have a fate.
async fn fate(wire: &mut watch::Receiver<Wire>, made_in: u64) -> ConnectionFate {
    let fate = wire.wait_for(|wire| wire.generation > made_in).await.map(|wire| wire.fate);
    match fate {
        Ok(fate) => fate,
        // The proxy was dropped, and this task is about to be.
        Err(_) => std::future::pending().await,
    }
}

/// Reads and drops data until the connection ends.
async fn swallow(from: &mut (impl AsyncRead + Unpin)) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(1..) = from.read(&mut buffer).await {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_through_the_proxy_has_the_same_user_password_and_database() {
        let url = "postgres://me:secret@localhost:5432/shop?host=%2Fdev%2Fshm%2Fx";
        let through = url_through(url, "127.0.0.1:6000".parse().unwrap());
        assert_eq!(through, "postgres://me:secret@127.0.0.1:6000/shop");
    }

    /// A server that echoes each byte, behind a proxy.
    struct Echo {
        proxy: SilentProxy,
        heard: Arc<AtomicUsize>,
        _folder: tempfile::TempDir,
        _answering: JoinSet<()>,
    }

    impl Echo {
        async fn start() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let listener = tokio::net::UnixListener::bind(folder.path().join(".s.PGSQL.5432")).unwrap();
            let heard = Arc::<AtomicUsize>::default();
            let mut answering = JoinSet::new();
            let count = Arc::clone(&heard);
            answering.spawn(async move {
                let mut connections = JoinSet::new();
                while let Ok((mut client, _)) = listener.accept().await {
                    let count = Arc::clone(&count);
                    connections.spawn(async move {
                        while let Ok(byte) = client.read_u8().await {
                            count.fetch_add(1, Ordering::SeqCst);
                            let _ = client.write_u8(byte).await;
                        }
                    });
                }
            });
            let host = folder.path().display().to_string().replace('/', "%2F");
            let proxy = SilentProxy::before(&format!("postgres://me@localhost:5432/shop?host={host}")).await;
            Self { proxy, heard, _folder: folder, _answering: answering }
        }

        async fn connect(&self) -> TcpStream {
            let options: PgConnectOptions = self.proxy.url().parse().unwrap();
            TcpStream::connect((options.get_host(), options.get_port())).await.unwrap()
        }

        /// A connection on which a byte has been echoed.
        async fn speaking(&self) -> TcpStream {
            let mut client = self.connect().await;
            client.write_u8(1).await.unwrap();
            assert_eq!(client.read_u8().await.unwrap(), 1);
            client
        }
    }

    #[tokio::test]
    async fn silenced_requests_do_not_reach_the_server_but_those_of_new_connections_do() {
        let echo = Echo::start().await;
        let mut silent = echo.speaking().await;
        assert_eq!(echo.proxy.silence_in(Silence::Requests), 1);
        silent.write_u8(2).await.unwrap();
        let _other = echo.speaking().await;
        assert_eq!(echo.heard.load(Ordering::SeqCst), 2, "one byte of each connection");
    }

    #[tokio::test]
    async fn requests_still_reach_the_server_when_its_answers_are_silenced() {
        let echo = Echo::start().await;
        let mut silent = echo.speaking().await;
        echo.proxy.silence_in(Silence::Answers);
        silent.write_u8(2).await.unwrap();
        crate::wait_for("the request", async || (echo.heard.load(Ordering::SeqCst) == 2).then_some(())).await;
        let _other = echo.speaking().await;
        let mut nothing = [0];
        assert!(
            silent.try_read(&mut nothing).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
        );
    }

    #[tokio::test]
    async fn clients_notice_a_reset_and_new_connections_work() {
        let echo = Echo::start().await;
        let mut cut = echo.speaking().await;
        assert_eq!(echo.proxy.reset(), 1);
        let heard = cut.read_u8().await.unwrap_err();
        assert_eq!(heard.kind(), std::io::ErrorKind::ConnectionReset);
        echo.speaking().await;
    }

    #[tokio::test]
    async fn new_connections_go_to_the_server_that_the_proxy_was_switched_to() {
        let (one, other) = (Echo::start().await, Echo::start().await);
        let host = other._folder.path().display().to_string().replace('/', "%2F");
        one.proxy.switch_to(&format!("postgres://me@localhost:5432/shop?host={host}"));
        one.speaking().await;
        assert_eq!((one.heard.load(Ordering::SeqCst), other.heard.load(Ordering::SeqCst)), (0, 1));
    }
}
