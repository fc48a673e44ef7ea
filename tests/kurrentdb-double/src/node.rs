//! The state that all services of a node share, and the two small services: gossip and server features.

use std::{
    net::{Shutdown, SocketAddr, TcpStream},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tonic::{Request, Response, Status, metadata::MetadataValue};

use crate::{
    faults::Faults,
    log::Log,
    proto::event_store::client::{
        Empty,
        gossip::{ClusterInfo, EndPoint, MemberInfo, gossip_server::Gossip, member_info::VNodeState},
        server_features::{SupportedMethods, server_features_server::ServerFeatures},
    },
};

/// The server version that the double reports.
const VERSION: &str = "25.1.0";

pub(crate) struct Node {
    pub(crate) address: SocketAddr,
    log: Mutex<Log>,
    pub(crate) faults: Faults,
    /// The address of the leader if another node is the leader.
    leader: Mutex<Option<SocketAddr>>,
    connections: Mutex<Vec<TcpStream>>,
}

impl Node {
    pub(crate) fn new(address: SocketAddr, log: Log) -> Self {
        Self {
            address,
            log: Mutex::new(log),
            faults: Faults::default(),
            leader: Mutex::default(),
            connections: Mutex::default(),
        }
    }

    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn leader(&self) -> MutexGuard<'_, Option<SocketAddr>> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a call that only the leader may answer, unless this node is the leader.
    pub(crate) fn must_lead<T>(&self, request: &Request<T>) -> Result<(), Status> {
        let leader = *self.leader();
        match leader {
            Some(leader) if request.metadata().get("requires-leader").is_some() => Err(not_leader(leader)),
            _ => Ok(()),
        }
    }

    /// Registers a connection, so that [`cut`](Self::cut) can break it.
    pub(crate) fn remember(&self, connection: TcpStream) {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }

    /// Breaks every connection.
    pub(crate) fn cut(&self) {
        for connection in self.connections.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // The connection may be closed already.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

/// The error that tells the client the leader's address.
pub(crate) fn not_leader(leader: SocketAddr) -> Status {
    let mut status = Status::not_found("Leader info available");
    let metadata = status.metadata_mut();
    metadata.insert("exception", MetadataValue::from_static("not-leader"));
    for (name, value) in [
        ("leader-endpoint-host", leader.ip().to_string()),
        ("leader-endpoint-port", leader.port().to_string()),
    ] {
        if let Ok(value) = value.parse() {
            metadata.insert(name, value);
        }
    }
    status
}

/// A handle on the node for its services.
#[derive(Clone)]
pub(crate) struct Shared(pub(crate) std::sync::Arc<Node>);

#[tonic::async_trait]
impl Gossip for Shared {
    async fn read(&self, _: Request<Empty>) -> Result<Response<ClusterInfo>, Status> {
        let member = |address: SocketAddr, state: VNodeState| MemberInfo {
            instance_id: None,
            time_stamp: 0,
            state: state.into(),
            is_alive: true,
            http_end_point: Some(EndPoint { address: address.ip().to_string(), port: address.port().into() }),
        };
        let leader = *self.0.leader();
        let members = match leader {
            None => vec![member(self.0.address, VNodeState::Leader)],
            Some(leader) => {
                vec![member(self.0.address, VNodeState::Follower), member(leader, VNodeState::Leader)]
            }
        };
        Ok(Response::new(ClusterInfo { members }))
    }
}

#[tonic::async_trait]
impl ServerFeatures for Shared {
    async fn get_supported_methods(&self, _: Request<Empty>) -> Result<Response<SupportedMethods>, Status> {
        let version = VERSION.to_owned();
        Ok(Response::new(SupportedMethods { methods: Vec::new(), event_store_server_version: version }))
    }
}
