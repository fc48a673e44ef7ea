//! The limit of requests about mailed links, per network address.

use std::net::IpAddr;

use service_kit::Problem;

use crate::application::accounts::AccountPorts;

/// Counts a request for a link, or to use one.
pub(super) fn admit(ports: &AccountPorts, address: Option<IpAddr>) -> Result<(), Problem> {
    let Some(address) = address else { return Ok(()) };
    let admitted = ports.limits.resets.admit(address, ports.clock.now());
    admitted.map_err(|retry_in| Problem::too_many("Too many requests. Please try again later.", retry_in))
}
