//! A TCP proxy before a Postgres server whose connections fall silent (they stay open and carry nothing any more, in one
//! direction or both) or are reset, and that can be switched to another server.

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
#[derive(Clone, Debug)]
struct Wire {
    /// The server's Unix socket.
    upstream: PathBuf,
    /// Connections that were made in an earlier generation have the fate that ended it.
    generation: u64,
    fate: Fate,
    /// Whether new connections are silent as well.
    hangs: bool,
}

/// What becomes of the connections of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Silent(Silence),
    Reset,
}

/// In which direction a connection carries nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// What the client sends is acknowledged and never reaches the server.
    Requests,
    /// What the server sends is acknowledged and never reaches the client.
    Answers,
    /// Both.
    BothWays,
}

impl Silence {
    fn covers(self, direction: Self) -> bool {
        self == Self::BothWays || self == direction
    }
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
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its number");
        let fate = Fate::Silent(Silence::BothWays);
        let wire = watch::Sender::new(Wire { upstream: socket_of(url), generation: 0, fate, hangs: false });
        let open = Arc::<AtomicUsize>::default();
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, wire.subscribe(), Arc::clone(&open)));
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
        self.silence_in(Silence::BothWays)
    }

    /// The same in one direction: the other one still works, and an end that closes there is heard of.
    pub fn silence_in(&self, direction: Silence) -> usize {
        self.end_generation(Fate::Silent(direction), false)
    }

    /// The connections of this moment are reset: clients see ECONNRESET, the server sees them close. New ones work.
    /// Answers how many were reset.
    pub fn reset(&self) -> usize {
        self.end_generation(Fate::Reset, false)
    }

    /// All connections are silent, new ones too, until [`recover`](Self::recover).
    pub fn hang(&self) {
        self.end_generation(Fate::Silent(Silence::BothWays), true);
    }

    /// New connections work.
    pub fn recover(&self) {
        self.end_generation(Fate::Silent(Silence::BothWays), false);
    }

    /// The same if the proxy [hangs](Self::hang); else nothing happens.
    pub fn mend(&self) {
        if self.wire.borrow().hangs {
            self.recover();
        }
    }

    /// New connections lead to the server at this address.
    ///
    /// # Panics
    /// When the address names no socket.
    pub fn switch_to(&self, url: &str) {
        let upstream = socket_of(url);
        self.wire.send_modify(|wire| wire.upstream = upstream);
    }

    fn end_generation(&self, fate: Fate, hangs: bool) -> usize {
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

/// The address of the same database at another place.
fn url_through(url: &str, proxy: SocketAddr) -> String {
    let database: PgConnectOptions = url.parse().expect("a Postgres address");
    let credentials = url.split_once("://").and_then(|(_, rest)| rest.split_once('@')).map(|(them, _)| them);
    let credentials = credentials.unwrap_or_else(|| database.get_username());
    format!("postgres://{credentials}@{proxy}/{}", database.get_database().unwrap_or_default())
}

async fn accept(listener: TcpListener, wire: watch::Receiver<Wire>, open: Arc<AtomicUsize>) {
    let mut connections = JoinSet::new();
    loop {
        // Those that have ended are let go.
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
        // What is sent is taken, so that it is acknowledged.
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
        // It may have been closed already.
        let _ = client.set_zero_linger();
    }
}

/// How a direction of a connection ends, and with it the connection.
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
    /// Carries until an end closes. A direction that has fallen silent takes what comes and never ends.
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
            Fate::Reset => End::Reset,
            Fate::Silent(silence) if silence.covers(self.direction) => {
                swallow(from).await;
                // The other end does not hear that this one has closed.
                std::future::pending().await
            }
            Fate::Silent(_) => {
                // The end of a stream is carried, as any byte.
                let _ = tokio::io::copy(from, to).await;
                End::Closed
            }
        }
    }
}

/// Waits until the connections of a generation have a fate.
async fn fate(wire: &mut watch::Receiver<Wire>, made_in: u64) -> Fate {
    let fate = wire.wait_for(|wire| wire.generation > made_in).await.map(|wire| wire.fate);
    match fate {
        Ok(fate) => fate,
        // The proxy has gone, and this task with it.
        Err(_) => std::future::pending().await,
    }
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

    /// A server that answers each byte with itself, and what is wrong with the connections through a proxy before it.
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

        /// A connection that has carried something.
        async fn speaking(&self) -> TcpStream {
            let mut client = self.connect().await;
            client.write_u8(1).await.unwrap();
            assert_eq!(client.read_u8().await.unwrap(), 1);
            client
        }
    }

    #[tokio::test]
    async fn requests_that_get_lost_do_not_reach_the_server_and_new_connections_work() {
        let echo = Echo::start().await;
        let mut silent = echo.speaking().await;
        assert_eq!(echo.proxy.silence_in(Silence::Requests), 1);
        silent.write_u8(2).await.unwrap();
        let _other = echo.speaking().await;
        assert_eq!(echo.heard.load(Ordering::SeqCst), 2, "one byte of each connection");
    }

    #[tokio::test]
    async fn answers_that_get_lost_belong_to_requests_that_arrive() {
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
    async fn a_reset_is_heard_and_new_connections_work() {
        let echo = Echo::start().await;
        let mut cut = echo.speaking().await;
        assert_eq!(echo.proxy.reset(), 1);
        let heard = cut.read_u8().await.unwrap_err();
        assert_eq!(heard.kind(), std::io::ErrorKind::ConnectionReset);
        echo.speaking().await;
    }

    #[tokio::test]
    async fn new_connections_lead_to_where_the_proxy_was_switched_to() {
        let (one, other) = (Echo::start().await, Echo::start().await);
        let host = other._folder.path().display().to_string().replace('/', "%2F");
        one.proxy.switch_to(&format!("postgres://me@localhost:5432/shop?host={host}"));
        one.speaking().await;
        assert_eq!((one.heard.load(Ordering::SeqCst), other.heard.load(Ordering::SeqCst)), (0, 1));
    }
}
