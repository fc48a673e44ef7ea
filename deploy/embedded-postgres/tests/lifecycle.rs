//! A real server through its whole life: created, used, stopped, killed and recovered.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::fs::{DirBuilderExt, PermissionsExt},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use embedded_postgres::{Binaries, Connection, EmbeddedPostgres, Error, Options};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use sqlx::{Connection as _, PgConnection};

fn options(folder: &Path) -> Options {
    Options { durable: false, node_modules: vec![npm_folder()], ..Options::new(folder.join("postgres")) }
}

fn npm_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../postgres/node_modules")
}

async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url).await.expect("the server accepts connections")
}

async fn number(connection: &mut PgConnection, statement: &'static str) -> i64 {
    sqlx::query_scalar(statement).fetch_one(connection).await.expect("the statement runs")
}

fn postmaster(folder: &Path) -> Pid {
    let text = fs::read_to_string(folder.join("postgres/cluster/postmaster.pid"))
        .expect("the server has a pid file");
    Pid::from_raw(text.lines().next().expect("a first line").parse().expect("a number"))
}

async fn use_and_stop(server: EmbeddedPostgres) {
    server.ensure_database("shop").await.unwrap();
    let mut connection = connect(&server.url("shop")).await;
    sqlx::raw_sql("CREATE TABLE crates (n bigint); INSERT INTO crates VALUES (42)")
        .execute(&mut connection)
        .await
        .unwrap();
    server.stop().await.unwrap();
}

#[tokio::test]
async fn data_survives_a_restart_and_no_other_files_are_left() {
    let folder = tempfile::tempdir().unwrap();
    let server = EmbeddedPostgres::start(&options(folder.path())).await.unwrap();
    assert!(server.major_version() >= 15);
    use_and_stop(server).await;
    let sockets = fs::read_dir(folder.path().join("postgres/socket")).unwrap().count();
    assert_eq!(sockets, 0, "neither a socket nor its lock is left");

    let server = EmbeddedPostgres::start(&options(folder.path())).await.unwrap();
    server.ensure_database("shop").await.unwrap();
    let mut connection = connect(&server.url("shop")).await;
    assert_eq!(number(&mut connection, "SELECT n FROM crates").await, 42);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn text_is_utf8_sorted_by_bytes_with_unicode_letters() {
    let folder = tempfile::tempdir().unwrap();
    let server = EmbeddedPostgres::start(&options(folder.path())).await.unwrap();
    let mut connection = connect(&server.url("postgres")).await;
    let (encoding, collation, lower): (String, String, String) = sqlx::query_as(
        "SELECT pg_encoding_to_char(encoding)::text, datcollate::text, lower('CRÈME BRÛLÉE') FROM pg_database WHERE datname = 'postgres'",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!((encoding.as_str(), collation.as_str(), lower.as_str()), ("UTF8", "C", "crème brûlée"));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_second_start_in_the_same_folder_is_refused_but_can_join_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = EmbeddedPostgres::start(&options(folder.path())).await.unwrap();
    let error = EmbeddedPostgres::start(&options(folder.path())).await.unwrap_err();
    assert!(matches!(error, Error::InUse { .. }), "{error}");

    let joined = Connection::of(&folder.path().join("postgres")).unwrap();
    joined.ready(Duration::from_secs(10)).await.unwrap();
    assert_eq!(number(&mut connect(&joined.url("postgres")).await, "SELECT 1::bigint").await, 1);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_data_folder_with_a_very_long_path_works() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("a-folder-with-a-rather-long-name/".repeat(5));
    fs::create_dir_all(&deep).unwrap();
    let server = EmbeddedPostgres::start(&options(&deep)).await.unwrap();
    let detour = server.url("").split_once("host=").unwrap().1.replace("%2F", "/");
    assert!(Path::new(&detour).exists());
    use_and_stop(server).await;
    assert!(!Path::new(&detour).exists(), "the socket's folder outside the data folder goes with the server");
}

/// Root's data folder, such as one below /root, lets no other account through, neither to the system's programs nor to
/// those of the npm package, which here are behind a closed folder, too.
#[tokio::test]
async fn a_closed_data_folder_works_with_the_npm_package_behind_a_closed_folder() {
    let npm = npm_folder();
    assert!(npm.exists(), "run through `make test`, which installs the npm package in deploy/postgres");
    let folder = tempfile::tempdir().unwrap();
    let closed = folder.path().join("closed");
    fs::DirBuilder::new().mode(0o700).create(&closed).unwrap();
    let packages = closed.join("packages");
    copy_following_links(&npm.join("@embedded-postgres"), &packages.join("@embedded-postgres"));

    for binaries in [Binaries::Npm, Binaries::Auto] {
        let data = closed.join(format!("{binaries:?}"));
        let options = Options { binaries, node_modules: vec![packages.clone()], ..options(&data) };
        use_and_stop(EmbeddedPostgres::start(&options).await.unwrap()).await;
    }
}

fn copy_following_links(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    let copied = std::process::Command::new("cp").arg("-rL").arg(from).arg(to).status().unwrap();
    assert!(copied.success());
}

#[tokio::test]
async fn an_existing_cluster_keeps_the_version_that_created_it() {
    let folder = tempfile::tempdir().unwrap();
    let npm = Options { binaries: Binaries::Npm, ..options(folder.path()) };
    let server = EmbeddedPostgres::start(&npm).await.unwrap();
    let major = server.major_version();
    use_and_stop(server).await;

    let server = EmbeddedPostgres::start(&options(folder.path())).await.unwrap();
    assert_eq!(server.major_version(), major, "found among several, or the only one");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_server_that_cannot_start_says_why() {
    let folder = tempfile::tempdir().unwrap();
    use_and_stop(EmbeddedPostgres::start(&options(folder.path())).await.unwrap()).await;
    let configuration = folder.path().join("postgres/cluster/postgresql.conf");
    fs::write(&configuration, "no_such_setting = 1\n").unwrap();
    let error = EmbeddedPostgres::start(&options(folder.path())).await.unwrap_err().to_string();
    assert!(error.contains("no_such_setting") && error.contains("postgres.log"), "{error}");
}

#[tokio::test]
async fn a_killed_server_is_noticed_and_the_next_start_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { durable: true, ..options(folder.path()) };
    let mut server = EmbeddedPostgres::start(&options).await.unwrap();
    let mut busy = connect(&server.url("postgres")).await;
    sqlx::raw_sql("CREATE TABLE crates (n bigint); INSERT INTO crates VALUES (42)")
        .execute(&mut busy)
        .await
        .unwrap();
    kill(postmaster(folder.path()), Signal::SIGKILL).unwrap();
    let status = server.exited().await.unwrap();
    assert!(!status.success());
    server.stop().await.unwrap();

    let server = EmbeddedPostgres::start(&options).await.unwrap();
    assert_eq!(number(&mut connect(&server.url("postgres")).await, "SELECT n FROM crates").await, 42);
    server.stop().await.unwrap();
}

/// Not a test of its own: the process that the next test kills. It runs only when it is given a folder.
#[tokio::test]
async fn holder() {
    let Some(folder) = std::env::var_os("EMBEDDED_POSTGRES_HOLDER") else { return };
    let _server = EmbeddedPostgres::start(&options(Path::new(&folder))).await.unwrap();
    println!("started");
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn after_a_kill_9_the_surviving_server_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let survivor = leave_a_survivor(folder.path());
    let server = EmbeddedPostgres::start(&options(folder.path())).await.unwrap();
    assert_ne!(postmaster(folder.path()), survivor);
    assert_eq!(number(&mut connect(&server.url("postgres")).await, "SELECT 1::bigint").await, 1);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn deleting_stops_a_leftover_server_but_refuses_a_folder_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let survivor = leave_a_survivor(folder.path());
    EmbeddedPostgres::delete(&folder.path().join("postgres")).await.unwrap();
    assert!(!folder.path().join("postgres").exists());
    assert!(!Path::new(&format!("/proc/{survivor}/cwd")).exists(), "the server is gone, too");

    let server = EmbeddedPostgres::start(&options(folder.path())).await.unwrap();
    let error = EmbeddedPostgres::delete(&folder.path().join("postgres")).await.unwrap_err();
    assert!(matches!(error, Error::InUse { .. }), "{error}");
    server.stop().await.unwrap();
}

/// Starts a server from another process, kills that process with -9, and returns the pid of the surviving server.
fn leave_a_survivor(folder: &Path) -> Pid {
    let mut holder = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "holder", "--nocapture"])
        .env("EMBEDDED_POSTGRES_HOLDER", folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(holder.stdout.take().unwrap());
    assert!(output.lines().map_while(Result::ok).any(|line| line.contains("started")));
    let survivor = postmaster(folder);
    holder.kill().unwrap();
    holder.wait().unwrap();
    kill(survivor, None).expect("the server outlives its parent");
    survivor
}

#[tokio::test]
async fn an_interrupted_start_leaves_no_cluster() {
    let folder = tempfile::tempdir().unwrap();
    let unfinished = folder.path().join("postgres/cluster.new");
    fs::create_dir_all(&unfinished).unwrap();
    fs::write(unfinished.join("PG_VERSION"), "15\n").unwrap();
    let before = Instant::now();
    use_and_stop(EmbeddedPostgres::start(&options(folder.path())).await.unwrap()).await;
    assert!(before.elapsed() < Duration::from_secs(60));
    assert!(!unfinished.exists());
    let mode = fs::metadata(folder.path().join("postgres/cluster")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}
