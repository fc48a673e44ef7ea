//! The contract suite on a double of KurrentDB, and tests of server and network faults.
//!
//! With the environment variable `KURRENTDB_URL` the contract runs on the server at that address instead, which must
//! not have other users meanwhile: `KURRENTDB_URL=kurrentdb://localhost:2113?tls=false cargo nextest run -p event-store
//! --features kurrentdb -j 1 kurrentdb::`. Fault tests always run on the double.
//!
//! Two rules of the contract do not apply: an import of several streams is not atomic, and an event id is found only in
//! its own stream.

mod faults;
mod separate_log;

use std::sync::Arc;

use test_support::KurrentDbDouble;

use self::separate_log::{LogOffset, SeparateLog};
use super::KurrentDbEventStore;
use crate::{
    EventStore, Keyring,
    contract::{Fixture, event_store_contract, torture_contract},
    memory::MemoryKeyring,
};

/// A fixture with its own double, and with keys in memory. In production, keys are in Postgres.
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

    fn reports_repetitions_of_other_processes(&self) -> bool {
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

/// A fixture with its own part of the log on the server that the environment names, or with a double.
enum OnKurrentDb {
    Server { url: String, place: LogOffset, store: Arc<dyn EventStore>, keyring: Arc<MemoryKeyring> },
    Double(OnDouble),
}

impl OnKurrentDb {
    async fn new() -> Self {
        let Some(url) = std::env::var("KURRENTDB_URL").ok().filter(|url| !url.is_empty()) else {
            return Self::Double(OnDouble::new());
        };
        let place = LogOffset::behind(&*open(&url)).await;
        let store = Arc::new(SeparateLog { store: open(&url), place });
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
            Self::Server { url, place, .. } => Arc::new(SeparateLog { store: open(url), place: *place }),
            Self::Double(double) => double.another_store().await,
        }
    }

    fn reports_repetitions_of_other_processes(&self) -> bool {
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
            // A real server is not restarted.
            Self::Server { .. } => {}
            Self::Double(double) => double.break_connections().await,
        }
    }
}

event_store_contract!(OnKurrentDb::new().await);
torture_contract!(OnKurrentDb::new().await);
