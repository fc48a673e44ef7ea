//! The double as a server that listens for connections.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use futures_util::stream;
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use tonic::transport::Server;

use crate::{
    faults::Faults,
    log::Log,
    node::{Node, Shared},
    proto::event_store::client::{
        gossip::gossip_server::GossipServer, server_features::server_features_server::ServerFeaturesServer,
        streams::streams_server::StreamsServer,
    },
};

/// The largest message, as in the real server.
const MAX_MESSAGE_BYTES: usize = 16 * 1024 * 1024;

/// The options of a double.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port on the loopback interface; 0 selects a free one.
    pub port: u16,
    /// The file of the log; `None` keeps the log in memory.
    pub file: Option<PathBuf>,
}

/// A running double. Dropping it stops it.
pub struct Double {
    node: Arc<Node>,
    serving: JoinHandle<Result<(), tonic::transport::Error>>,
}

impl Double {
    /// Starts listening.
    ///
    /// # Errors
    /// When the port is taken, or the file cannot be read.
    pub async fn start(options: Options) -> io::Result<Self> {
        let log = match &options.file {
            Some(path) => Log::open(path)?,
            None => Log::new(),
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let node = Arc::new(Node::new(listener.local_addr()?, log));
        let shared = Shared(Arc::clone(&node));
        let server = Server::builder()
            .add_service(StreamsServer::new(shared.clone()).max_decoding_message_size(MAX_MESSAGE_BYTES))
            .add_service(GossipServer::new(shared.clone()))
            .add_service(ServerFeaturesServer::new(shared))
            .serve_with_incoming(connections(listener, Arc::clone(&node)));
        Ok(Self { node, serving: tokio::spawn(server) })
    }

    /// The address that the double listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.node.address
    }

    /// The injected faults.
    #[must_use]
    pub fn faults(&self) -> &Faults {
        &self.node.faults
    }

    /// Breaks every connection.
    pub fn cut(&self) {
        self.node.cut();
    }

    /// Makes another node the leader; `None` makes this node the leader.
    pub fn follow(&self, leader: Option<SocketAddr>) {
        *self.node.leader() = leader;
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        self.serving.abort();
        self.node.cut();
    }
}

fn connections(
    listener: TcpListener,
    node: Arc<Node>,
) -> impl futures_util::Stream<Item = io::Result<TcpStream>> {
    stream::unfold((listener, node), async |(listener, node)| {
        let connection = accept(&listener, &node).await;
        Some((connection, (listener, node)))
    })
}

/// Accepts a connection, and keeps a second handle with which the connection can be broken.
async fn accept(listener: &TcpListener, node: &Node) -> io::Result<TcpStream> {
    let connection = listener.accept().await?.0.into_std()?;
    node.remember(connection.try_clone()?);
    let connection = TcpStream::from_std(connection)?;
    connection.set_nodelay(true)?;
    Ok(connection)
}
