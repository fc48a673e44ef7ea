//! The contract on a double of KurrentDB, and what only a server and a network can do to a store.
//!
//! Not in the contract here: imports are not atomic over streams, and an event id is found in its own stream alone.

mod faults;

use std::sync::Arc;

use test_support::KurrentDbDouble;

use super::KurrentDbEventStore;
use crate::{
    EventStore, Keyring,
    contract::{Fixture, event_store_contract, torture_contract},
    memory::MemoryKeyring,
};

/// A double of its own for each test, with keys in memory: in production they stay in Postgres.
struct OnDouble {
    double: KurrentDbDouble,
    store: Arc<dyn EventStore>,
    keyring: Arc<MemoryKeyring>,
}

impl OnDouble {
    fn new() -> Self {
        let double = KurrentDbDouble::start();
        let store = open(&double.url());
        Self { double, store, keyring: Arc::default() }
    }
}

fn open(url: &str) -> Arc<dyn EventStore> {
    KurrentDbEventStore::start(url).unwrap()
}

impl Fixture for OnDouble {
    fn store(&self) -> Arc<dyn EventStore> {
        Arc::clone(&self.store)
    }

    async fn another_store(&self) -> Arc<dyn EventStore> {
        open(&self.double.url())
    }

    fn keyring(&self) -> Arc<dyn Keyring> {
        self.keyring.clone()
    }

    async fn another_keyring(&self) -> Arc<dyn Keyring> {
        self.keyring.clone()
    }

    async fn break_connections(&self) {
        self.double.tell("cut");
    }
}

event_store_contract!(OnDouble::new());
torture_contract!(OnDouble::new());
