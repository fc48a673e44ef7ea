//! The contract on a double of KurrentDB, and what only a server and a network can do to a store.
//!
//! With the environment variable `KURRENTDB_URL` the contract runs on the server at that address instead, which nobody else
//! may use in the meantime: `KURRENTDB_URL=kurrentdb://localhost:2113?tls=false cargo nextest run -p event-store --features
//! kurrentdb -j 1 kurrentdb::`. What breaks a server on purpose runs on the double in any case.
//!
//! Not in the contract here: imports are not atomic over streams, and an event id is found in its own stream alone.

mod apart;
mod faults;

use std::sync::Arc;

use test_support::KurrentDbDouble;

use self::apart::{Apart, Place};
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

    fn tells_repetitions_of_others(&self) -> bool {
        false
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

/// A log of its own on the server that the environment names, or else on a double.
enum OnKurrentDb {
    Server { url: String, place: Place, store: Arc<dyn EventStore>, keyring: Arc<MemoryKeyring> },
    Double(OnDouble),
}

impl OnKurrentDb {
    async fn new() -> Self {
        let Some(url) = std::env::var("KURRENTDB_URL").ok().filter(|url| !url.is_empty()) else {
            return Self::Double(OnDouble::new());
        };
        let place = Place::behind(&*open(&url)).await;
        let store = Arc::new(Apart { store: open(&url), place });
        Self::Server { url, place, store, keyring: Arc::default() }
    }
}

impl Fixture for OnKurrentDb {
    fn store(&self) -> Arc<dyn EventStore> {
        match self {
            Self::Server { store, .. } => Arc::clone(store),
            Self::Double(double) => double.store(),
        }
    }

    async fn another_store(&self) -> Arc<dyn EventStore> {
        match self {
            Self::Server { url, place, .. } => Arc::new(Apart { store: open(url), place: *place }),
            Self::Double(double) => double.another_store().await,
        }
    }

    fn tells_repetitions_of_others(&self) -> bool {
        false
    }

    fn keyring(&self) -> Arc<dyn Keyring> {
        match self {
            Self::Server { keyring, .. } => keyring.clone(),
            Self::Double(double) => double.keyring(),
        }
    }

    async fn another_keyring(&self) -> Arc<dyn Keyring> {
        self.keyring()
    }

    async fn break_connections(&self) {
        match self {
            // A server of somebody else's is left in peace.
            Self::Server { .. } => {}
            Self::Double(double) => double.break_connections().await,
        }
    }
}

event_store_contract!(OnKurrentDb::new().await);
torture_contract!(OnKurrentDb::new().await);
