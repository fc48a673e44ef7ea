//! Limits the open connections of each client address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use crate::network::site;

/// Counts open connections by address. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Connections {
    limit: usize,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A counted connection. Dropping it decreases the count.
#[derive(Debug)]
pub(super) struct Counted {
    connections: Connections,
    address: IpAddr,
}

impl Connections {
    /// Allows this many connections for each address.
    pub(super) fn at_most(limit: usize) -> Self {
        Self { limit, open: Arc::default() }
    }

    /// Counts another connection of this address; `None` if the address has reached the limit.
    pub(super) fn admit(&self, address: IpAddr) -> Option<Counted> {
        let address = site(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.limit {
            return None;
        }
        *count += 1;
        drop(open);
        Some(Counted { connections: self.clone(), address })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_connection_frees_its_place() {
        let connections = Connections::at_most(2);
        let [one, other] = ["2001:db8:1:1::1", "2001:db8:1:2::1"].map(|text| text.parse::<IpAddr>().unwrap());
        let first = connections.admit(one).unwrap();
        let _second = connections.admit(other).unwrap();
        assert!(connections.admit(one).is_none(), "one site has two connections");
        let _elsewhere = connections.admit("192.0.2.7".parse().unwrap()).unwrap();
        drop(first);
        assert!(connections.admit(one).is_some());
        assert_eq!(connections.open.lock().unwrap().len(), 2, "what is not open is not kept");
    }
}
