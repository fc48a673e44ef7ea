//! The environment of a server: its proxies, limits and lame-duck phase.

use tokio_util::sync::CancellationToken;

use super::body_budget::BodyBudget;
use crate::network::Networks;

/// The environment of a server, between its clients and its router.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Proxies whose forwarded client addresses are trusted.
    pub trusted_proxies: Networks,
    /// The most open connections of one client address. Trusted proxies have no limit.
    pub connections_per_address: usize,
    /// The memory for the bodies of all requests.
    pub bodies: BodyBudget,
    /// Once this is cancelled, every answer asks its client to close the connection. The listener stays open.
    pub lame_duck: CancellationToken,
}

impl Default for Edge {
    /// Clients connect directly and without a limit.
    fn default() -> Self {
        Self {
            trusted_proxies: Networks::default(),
            connections_per_address: usize::MAX,
            bodies: BodyBudget::new(usize::MAX),
            lame_duck: CancellationToken::new(),
        }
    }
}
