//! The contract suite on Postgres, and tests of database and network faults.

mod end;
mod failover;
mod faults;
mod held_back;
mod migration;
mod mutants;
mod plans;
mod proxy;
mod restarts;
mod sizes;
mod torture;

use std::sync::Arc;

use postgres_kit::Pool;
use shared_events::Position;
use sqlx::Executor;
use test_support::TestDatabase;

use super::{PostgresEventStore, PostgresKeyring, migrate};
use crate::{
    EventStore, Keyring,
    contract::{
        Fixture, Replaceable, atomic_import_contract, event_store_contract, ids_of_all_streams_contract,
        keyring_contract, replaced_log_contract,
    },
};

/// A database with the event store's schema.
pub(super) async fn database() -> TestDatabase {
    TestDatabase::create("event-store", async |url: &str| {
        let pool = Pool::connect(url).await?;
        migrate(&pool).await?;
        pool.close().await;
        Ok::<_, sqlx::Error>(())
    })
    .await
}

struct OnPostgres {
    pool: Pool,
    store: Arc<PostgresEventStore>,
    database: TestDatabase,
}

impl OnPostgres {
    async fn new() -> Self {
        let database = database().await;
        let pool = database.pool().await;
        Self { store: PostgresEventStore::start(pool.clone()), pool, database }
    }
}

impl Fixture for OnPostgres {
    fn store(&self) -> Arc<dyn EventStore> {
        self.store.clone()
    }

    async fn another_store(&self) -> Arc<dyn EventStore> {
        PostgresEventStore::start(self.database.pool().await)
    }

    fn keyring(&self) -> Arc<dyn Keyring> {
        Arc::new(PostgresKeyring::start(self.pool.clone()))
    }

    async fn another_keyring(&self) -> Arc<dyn Keyring> {
        Arc::new(PostgresKeyring::start(self.database.pool().await))
    }

    async fn break_connections(&self) {
        let ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()";
        self.pool.execute(ended).await.unwrap();
    }
}

impl Replaceable for OnPostgres {
    async fn put_back(&self, end: Position) {
        let last = i64::try_from(end.0).unwrap();
        let forget = "DELETE FROM event_store.events WHERE position > $1";
        sqlx::query(forget).bind(last).execute(&self.pool).await.unwrap();
        let sequence = "SELECT setval('event_store.positions', $1)";
        sqlx::query(sequence).bind(last).execute(&self.pool).await.unwrap();
    }
}

event_store_contract!(OnPostgres::new().await);
atomic_import_contract!(OnPostgres::new().await);
ids_of_all_streams_contract!(OnPostgres::new().await);
keyring_contract!(OnPostgres::new().await);
replaced_log_contract!(OnPostgres::new().await);
