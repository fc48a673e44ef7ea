//! Standbys of a test's Postgres server.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
    process::Command,
};

use sqlx::{Connection, PgConnection, postgres::PgConnectOptions};

/// The settings of a server of which standbys can be made at any time.
pub const REPLICATING: [&str; 3] = ["wal_level=replica", "max_wal_senders=4", "wal_keep_size=512MB"];

/// Copies the cluster of a running server to a folder that does not exist. A server that starts there follows it as a
/// hot standby.
///
/// Works as in the manual's section "Making a base backup using the low level API", because the npm package of Postgres
/// has no `pg_basebackup`.
///
/// # Panics
/// When the server does not answer or the files cannot be written.
pub async fn copy_cluster(url: &str, of: &Path, to: &Path) {
    let mut backup = PgConnection::connect(url).await.expect("the primary answers");
    run(&mut backup, "SELECT pg_backup_start('standby', true)").await;
    // cp fails when files vanish during the copy. Those files are not needed.
    let _ = Command::new("cp").arg("-a").args([of, to]).output();
    let label: String = sqlx::query_scalar("SELECT labelfile FROM pg_backup_stop()")
        .fetch_one(&mut backup)
        .await
        .expect("the backup ends");
    fs::remove_file(to.join("postmaster.pid")).expect("the primary has a pid file");
    for segment in fs::read_dir(to.join("pg_wal")).expect("a folder for the log of changes").flatten() {
        if segment.path().is_file() {
            fs::remove_file(segment.path()).expect("our own copy");
        }
    }
    write(to, "backup_label", &label);
    write(to, "standby.signal", "");
    let address: PgConnectOptions = url.parse().expect("a Postgres address");
    let socket = address.get_socket().expect("a Unix socket").display();
    let (port, user) = (address.get_port(), address.get_username());
    let settings = OpenOptions::new().append(true).open(to.join("postgresql.auto.conf"));
    writeln!(
        settings.expect("a cluster has settings"),
        "primary_conninfo = 'host={socket} port={port} user={user}'"
    )
    .expect("a line");
}

/// Writes a file that belongs to the server's operating system user.
fn write(cluster: &Path, name: &str, text: &str) {
    let path = cluster.join(name);
    let copied = Command::new("cp").arg("-a").args([&cluster.join("PG_VERSION"), &path]).status();
    assert!(copied.expect("cp runs").success(), "a copy of PG_VERSION");
    fs::write(path, text).expect("our own copy");
}

async fn run(connection: &mut PgConnection, statement: &'static str) {
    sqlx::raw_sql(statement).execute(connection).await.expect("the statement is valid");
}
