//! Failover tests: another server, whose log lacks the last events, takes over.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
    process::Command,
    sync::Arc,
};

use embedded_postgres::EmbeddedPostgres;
use postgres_kit::Pool;
use shared_events::Position;

use super::restarts::start_with;
use crate::{
    AppendError, Categories, EventLog, EventStore, ExpectedVersion, LogError, ReadError,
    contract::{append_one_each, event, stream, whole_log},
    memory::MemoryKeyring,
    postgres::{PostgresEventStore, migrate},
};

/// The new log has grown to the old length before the next read, so only the timeline tells them apart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_another_log_of_the_same_length_is_detected() {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let (cluster, copy) = (folder.path().join("postgres/cluster"), folder.path().join("copy"));
    let mut server = start_recoverable(folder.path()).await;
    let pool = Pool::connect(&server.url("postgres")).await.unwrap();
    migrate(&pool).await.unwrap();
    let store = PostgresEventStore::start(pool.clone());
    let orders = |numbers: std::ops::Range<u128>| numbers.map(|one| stream("order", one)).collect::<Vec<_>>();
    append_one_each(&*store, &orders(0..3)).await;
    server.stop().await.unwrap();
    run(Command::new("cp").arg("-a").args([&cluster, &copy]));

    server = start_recoverable(folder.path()).await;
    let lost = append_one_each(&*store, &orders(3..6)).await;
    let log = EventLog::new(store.clone(), Arc::new(MemoryKeyring::default()));
    let mut follower = log.subscribe(Position::START, Categories::All, 10);
    assert_eq!(follower.next().await.unwrap().events.len(), 6);
    let epoch = store.epoch();
    server.stop().await.unwrap();

    fs::remove_dir_all(&cluster).unwrap();
    fs::rename(&copy, &cluster).unwrap();
    promote_at_start(&cluster);
    server = start_recoverable(folder.path()).await;
    let elsewhere = Pool::connect(&server.url("postgres")).await.unwrap();
    let theirs = append_one_each(&*PostgresEventStore::start(elsewhere), &orders(6..9)).await;
    assert!(theirs.last() >= lost.last(), "the log is no shorter: {theirs:?} after {lost:?}");
    // No read has noticed the failover yet, so the appending connection does.
    let new = stream("order", 9);
    let rests_on_the_log_before = ExpectedVersion::ExactIn { version: 0, epoch };
    let refused = loop {
        match store.append(&new, rests_on_the_log_before, vec![event(&new, 1)]).await {
            // This attempt still used the connection to the old server.
            Err(AppendError::OutcomeUnknown(_)) => {}
            refused => break refused,
        }
    };
    assert!(matches!(refused, Err(AppendError::Replaced)), "{refused:?}");
    let answer = loop {
        match follower.next().await {
            // This read still used a connection to the old server.
            Err(LogError::Read(ReadError::Unavailable(_))) => {}
            answer => break answer,
        }
    };
    assert!(matches!(answer, Err(LogError::Read(ReadError::Replaced))), "{answer:?}");
    assert!(store.epoch() > epoch);
    assert_eq!(whole_log(&*store).await.len(), 6);
    server.stop().await.unwrap();
}

/// Starts a server that writes its WAL with the detail that a recovery needs.
async fn start_recoverable(folder: &Path) -> EmbeddedPostgres {
    start_with(folder, vec!["wal_level=replica".to_owned()]).await
}

/// Makes the server end a recovery when it starts on this folder, as a promoted standby does, so that it begins a new
/// timeline.
fn promote_at_start(cluster: &Path) {
    // `cp -a` keeps the file owner, which must be the user that the server runs as.
    run(Command::new("cp").arg("-a").args([cluster.join("PG_VERSION"), cluster.join("recovery.signal")]));
    let mut settings = OpenOptions::new().append(true).open(cluster.join("postgresql.auto.conf")).unwrap();
    settings.write_all(b"\nrestore_command = '/bin/false'\nhot_standby = off\n").unwrap();
}

fn run(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}
