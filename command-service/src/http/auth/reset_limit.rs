//! The limit of requests about mailed links, per network address.

use std::net::IpAddr;

use crate::{application::accounts::AccountPorts, http::refusal::TooMany};

/// Counts a request for a reset link, or an attempt to use one, by the caller's network address.
pub(super) fn admit(ports: &AccountPorts, address: Option<IpAddr>) -> Result<(), TooMany> {
    let Some(address) = address else { return Ok(()) };
    let admitted = ports.limits.resets.admit(address, ports.clock.now());
    admitted.map_err(TooMany::saying("Too many requests. Please try again later."))
}
