//! A proxy between a store and its database, which injects faults into connections.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use sqlx::postgres::PgConnectOptions;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream},
    sync::watch,
    task::JoinSet,
};

/// The mode of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Wire {
    /// Forwards requests and answers.
    Whole,
    /// Forwards requests, but loses the first answer and breaks the connection. Then it forwards everything again.
    LosesAnAnswer,
    /// Forwards requests, but loses every answer and breaks the connection.
    LosesAnswers,
    /// Forwards requests, but drops all answers without closing the connection.
    Silent,
    /// Accepts no connections, and closes the existing ones.
    Cut,
}

const WIRES: [Wire; 5] = [Wire::Whole, Wire::LosesAnAnswer, Wire::LosesAnswers, Wire::Silent, Wire::Cut];

/// A proxy that listens on its own Unix socket. Dropping it removes the socket.
pub(super) struct Proxy {
    folder: TempDir,
    database: PgConnectOptions,
    wire: Arc<AtomicU8>,
    cuts: watch::Sender<()>,
    _tasks: JoinSet<()>,
}

impl Proxy {
    /// Starts a proxy that forwards to this database, which must listen on a Unix socket.
    pub(super) fn new(database: &PgConnectOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = database.get_port();
        let socket = |folder: PathBuf| folder.join(format!(".s.PGSQL.{port}"));
        let upstream = socket(database.get_socket().expect("the tests' server has a Unix socket").clone());
        let listener = UnixListener::bind(socket(folder.path().into())).unwrap();
        let wire = Arc::new(AtomicU8::new(Wire::Whole as u8));
        let cuts = watch::Sender::default();
        let mut tasks = JoinSet::new();
        tasks.spawn(accept(listener, upstream, Arc::clone(&wire), cuts.subscribe()));
        Self { database: database.clone().socket(folder.path()), folder, wire, cuts, _tasks: tasks }
    }

    /// The address of the database through the proxy.
    pub(super) fn database(&self) -> PgConnectOptions {
        assert!(self.folder.path().exists());
        self.database.clone()
    }

    /// Sets the mode.
    pub(super) fn becomes(&self, wire: Wire) {
        self.wire.store(wire as u8, Ordering::SeqCst);
        if wire == Wire::Cut {
            self.cuts.send_replace(());
        }
    }
}

fn state(wire: &AtomicU8) -> Wire {
    WIRES[usize::from(wire.load(Ordering::SeqCst))]
}

async fn accept(listener: UnixListener, upstream: PathBuf, wire: Arc<AtomicU8>, cuts: watch::Receiver<()>) {
    let mut connections = JoinSet::new();
    loop {
        let (client, _) = listener.accept().await.unwrap();
        if state(&wire) == Wire::Cut {
            continue;
        }
        let server = UnixStream::connect(&upstream).await.unwrap();
        let (wire, mut cuts) = (Arc::clone(&wire), cuts.clone());
        cuts.mark_unchanged();
        connections.spawn(async move {
            tokio::select! {
                () = carry(client, server, wire) => {}
                _ = cuts.changed() => {}
            }
        });
    }
}

/// Forwards until one side closes or an answer is lost, then closes both connections.
async fn carry(client: UnixStream, server: UnixStream, wire: Arc<AtomicU8>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let requests = tokio::io::copy(&mut from_client, &mut to_server);
    let answers = async {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = from_server.read(&mut buffer).await {
            if state(&wire) == Wire::Silent {
                continue;
            }
            if state(&wire) == Wire::LosesAnAnswer {
                wire.store(Wire::Whole as u8, Ordering::SeqCst);
                return;
            }
            if state(&wire) == Wire::LosesAnswers || to_client.write_all(&buffer[..length]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        _ = requests => {}
        () = answers => {}
    }
}
