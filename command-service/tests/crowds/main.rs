//! Tests of many concurrent commands on a real Postgres, from one process and from several.

mod a_crowd_at_one_stream;
mod a_long_stream;
mod keys;
mod one_account_an_address;
mod silence;

use std::{sync::Arc, time::Duration};

use blobs::Blobs;
use command_service::{
    App,
    application::{Turns, Writer},
    idempotency::MemoryKeys,
    looks::Looks,
    mail::FolderMailer,
    operations,
    passwords::{HashingCost, Passwords},
    payments::sandbox::{MemoryBooks, Sandbox},
    sessions::Sessions,
    snapshots::{MemorySnapshots, Snapshots},
    webhooks::{Messenger, Reach},
};
use domain::checkout::FeePolicy;
use event_store::{
    EventLog,
    postgres::{PostgresEventStore, PostgresKeyring, migrate},
};
use postgres_kit::Pool;
use service_kit::{Clock, Ids, SystemClock, SystemIds, token::Tokens};
use test_support::TestDatabase;

async fn database() -> TestDatabase {
    TestDatabase::create("event-store", async |url: &str| {
        let pool = Pool::connect(url).await?;
        migrate(&pool).await
    })
    .await
}

async fn process(database: &TestDatabase) -> App {
    let pool = database.pool().await;
    let (clock, ids): (Arc<dyn Clock>, Arc<dyn Ids>) = (Arc::new(SystemClock), Arc::new(SystemIds));
    let sandbox = Sandbox::new(Arc::new(MemoryBooks::default()), clock.clone(), ids.clone());
    let log = EventLog::new(PostgresEventStore::start(pool.clone()), Arc::new(PostgresKeyring::start(pool)));
    App {
        sessions: Sessions::new(log.clone()),
        writer: Writer {
            log,
            turns: Turns::default(),
            snapshots: Snapshots::new(Arc::new(MemorySnapshots::default())),
            account_limits: Arc::default(),
        },
        keys: Arc::new(MemoryKeys::default()),
        outage_patience: Duration::ZERO,
        looks: Looks::new(ids.as_ref()),
        tokens: Tokens::new(&[1; 32], clock.clone()),
        passwords: Passwords::new(HashingCost::LEAST, ids.clone()).with_places(1_000),
        limits: Arc::default(),
        payments: Arc::new(sandbox.clone()),
        sandbox: Some(sandbox),
        mailer: Arc::new(FolderMailer::new("unused".into(), clock.clone())),
        public_url: "https://shop.example".into(),
        support_address: "support@shop.example".into(),
        fees: FeePolicy::default(),
        blobs: Blobs::in_memory(),
        operations: Arc::new(operations::Unknown),
        messenger: Messenger::over_network(Reach::Public),
        clock,
        ids,
    }
}
