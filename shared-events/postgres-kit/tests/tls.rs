//! Tests TLS with a real server, whose certificate `openssl` creates for the test.

#![expect(clippy::unwrap_used, reason = "test helpers may panic")]

use std::{
    fs,
    os::unix::fs::{MetadataExt, chown},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use embedded_postgres::{EmbeddedPostgres, Options};
use postgres_kit::{Limits, connect, parse};
use tempfile::TempDir;
use test_support::wait_for;

/// A server that accepts only TLS connections, as managed servers do.
struct TlsServer {
    folder: TempDir,
    port: u16,
    server: Child,
}

impl TlsServer {
    async fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("greenstall-tls-").tempdir().unwrap();
        fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        // The embedded server creates the cluster but listens on no port, so another server process serves it.
        let cluster = EmbeddedPostgres::start(&Options::new(folder.path().join("postgres"))).await.unwrap();
        let started_with = files_called("postmaster.opts", &folder.path().join("postgres")).pop().unwrap();
        let data = started_with.parent().unwrap().to_owned();
        let binary = fs::read_to_string(&started_with).unwrap().split_whitespace().next().unwrap().to_owned();
        cluster.stop().await.unwrap();

        make_certificates(folder.path());
        fs::write(folder.path().join("hba"), "hostssl all all 127.0.0.1/32 trust\n").unwrap();
        let owner = fs::metadata(&data).unwrap();
        for name in ["server.crt", "server.key", "hba"] {
            chown(folder.path().join(name), Some(owner.uid()), Some(owner.gid())).unwrap();
        }
        let port = free_port();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let server = command_as(owner.uid(), owner.gid(), &binary)
            .arg("-D")
            .arg(&data)
            .args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
            .args(["-c", "ssl=on", "-c", &format!("port={port}")])
            .args(["-c", &format!("ssl_cert_file={}", path("server.crt"))])
            .args(["-c", &format!("ssl_key_file={}", path("server.key"))])
            .args(["-c", &format!("hba_file={}", path("hba"))])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self { folder, port, server }
    }

    /// Connects, and returns whether the session is encrypted.
    async fn ask(&self, host: &str, parameters: &str) -> Result<bool, String> {
        let url = format!("postgres://greenstall@{host}:{}/postgres?{parameters}", self.port);
        let limits = Limits::new(Duration::from_secs(20), Duration::from_secs(30));
        let mut connection =
            connect(&parse(&url).unwrap(), &limits).await.map_err(|error| error.to_string())?;
        let ssl = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        Ok(sqlx::query_scalar(ssl).fetch_one(&mut connection).await.unwrap())
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn files_called(name: &str, folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| match path.is_dir() {
        true => files_called(name, &path),
        false => vec![path],
    });
    found.filter(|path| path.file_name().is_some_and(|is| is == name)).collect()
}

/// The command as another user, because Postgres refuses to run as root.
fn command_as(uid: u32, gid: u32, program: &str) -> Command {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command
        .args([format!("--reuid={uid}"), format!("--regid={gid}"), "--clear-groups".to_owned()])
        .arg(program);
    command
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Creates a root certificate, a certificate for `localhost` that it has signed, and a root that has signed nothing.
fn make_certificates(folder: &Path) {
    fs::write(folder.join("names"), "subjectAltName=DNS:localhost\n").unwrap();
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    for arguments in [
        format!("req -x509 {key} -keyout root.key -out root.crt -subj /CN=root -days 2"),
        format!("req -x509 {key} -keyout other.key -out other.crt -subj /CN=other -days 2"),
        format!("req {key} -keyout server.key -out server.csr -subj /CN=localhost"),
        "x509 -req -in server.csr -CA root.crt -CAkey root.key -CAcreateserial -extfile names -days 2 -out server.crt"
            .to_owned(),
    ] {
        let made = Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output().unwrap();
        assert!(made.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&made.stderr));
    }
}

#[tokio::test]
async fn the_address_determines_how_the_server_is_verified() {
    let server = TlsServer::start().await;
    let encrypted =
        wait_for("the server", async || server.ask("127.0.0.1", "sslmode=require").await.ok()).await;
    assert!(encrypted, "require");
    let (root, other) = (server.file("root.crt"), server.file("other.crt"));
    let full = |root: &str| format!("sslmode=verify-full&sslrootcert={root}");
    assert_eq!(server.ask("localhost", &full(&root)).await, Ok(true));
    assert_eq!(server.ask("127.0.0.1", &format!("sslmode=verify-ca&sslrootcert={root}")).await, Ok(true));

    let refused = async |host: &str, parameters: &str| server.ask(host, parameters).await.unwrap_err();
    let at = |host: &str| format!("{host}:{}", server.port);
    let unsigned = refused("localhost", &full(&other)).await;
    assert!(unsigned.contains(&at("localhost")) && unsigned.contains("TLS"), "{unsigned}");
    let unknown = refused("localhost", "sslmode=verify-full").await;
    assert!(unknown.contains("TLS"), "no public authority has signed it: {unknown}");
    let other_name = refused("127.0.0.1", &full(&root)).await;
    assert!(other_name.contains("TLS"), "the certificate is for localhost: {other_name}");
    let missing = refused("localhost", &full("/nonexistent/root.crt")).await;
    assert!(missing.contains("sslrootcert"), "{missing}");
    let plain = refused("127.0.0.1", "sslmode=disable").await;
    assert!(plain.contains("does not let us in"), "{plain}");
}
