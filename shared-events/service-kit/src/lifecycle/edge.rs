//! Where a server stands.

use tokio_util::sync::CancellationToken;

use crate::network::Networks;

/// Where a server stands between its clients and its router.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Proxies that say truly whom they speak for.
    pub trusted_proxies: Networks,
    /// The most connections that one client address may have open. Trusted proxies have no limit.
    pub connections_per_address: usize,
    /// Once cancelled, every answer asks its client to close the connection. The listener stays open.
    pub lame_duck: CancellationToken,
}

impl Default for Edge {
    /// Clients connect directly and without a limit.
    fn default() -> Self {
        Self {
            trusted_proxies: Networks::default(),
            connections_per_address: usize::MAX,
            lame_duck: CancellationToken::new(),
        }
    }
}
