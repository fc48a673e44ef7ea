//! Gives each test its own database: a copy of a template that all test processes share.

use std::{
    fmt::Display,
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU32, Ordering},
};

use postgres_kit::Pool;
use sqlx::{
    AssertSqlSafe, Connection, PgConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use crate::wait_for;

/// The environment variable with the address of a temporary server on which tests may create databases.
pub const DATABASE_URL: &str = "GREENSTALL_TEST_DATABASE_URL";

/// A database for one test. Dropping this value drops the database.
#[derive(Debug)]
pub struct TestDatabase {
    server: String,
    name: String,
}

impl TestDatabase {
    /// Creates a copy of the template `template`.
    ///
    /// The first caller in any test process creates the template: an empty database in which `migrate` creates the
    /// tables. Callers that pass the same name share the template, so the name says what it contains (`event-store`).
    ///
    /// # Panics
    /// When there is no server, or the server or `migrate` fails.
    pub async fn create<E: Display>(
        template: &str,
        migrate: impl AsyncFnOnce(&str) -> Result<(), E>,
    ) -> Self {
        let (server, mut connection) = connect().await;
        let template = ensure_template(&mut connection, &server, template, migrate).await;

        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{count}", std::process::id());
        copy(&mut connection, &template, &name).await;
        connection.close().await.expect("the connection closes");
        Self { server, name }
    }

    /// The address of the template itself, for tests that only read. No test may create copies of the same template.
    ///
    /// # Panics
    /// As [`TestDatabase::create`].
    pub async fn shared<E: Display>(
        template: &str,
        migrate: impl AsyncFnOnce(&str) -> Result<(), E>,
    ) -> String {
        let (server, mut connection) = connect().await;
        let name = ensure_template(&mut connection, &server, template, migrate).await;
        connection.close().await.expect("the connection closes");
        url_of(&server, &name)
    }

    /// The address of the database.
    #[must_use]
    pub fn url(&self) -> String {
        url_of(&self.server, &self.name)
    }

    /// A small connection pool for the database.
    ///
    /// # Panics
    /// When the server refuses the connection.
    pub async fn pool(&self) -> Pool {
        let pool = PgPoolOptions::new().max_connections(8).connect(&self.url()).await;
        pool.expect("the test database accepts connections").into()
    }
}

impl Drop for TestDatabase {
    /// Drops the database, because the databases of all tests together would take gigabytes of memory. A failure is
    /// ignored: the whole server is deleted at the end.
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // A runtime cannot block on its own tasks, so another thread drops the database.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut connection = PgConnection::connect(&server).await?;
                run(&mut connection, format!("DROP DATABASE \"{name}\" WITH (FORCE)")).await
            })
        });
        if let Ok(Err(error)) = dropping.join() {
            eprintln!("test database {}: {error}", self.name);
        }
    }
}

/// Connects to the test server; returns its address, too.
async fn connect() -> (String, PgConnection) {
    let server = std::env::var(DATABASE_URL).unwrap_or_else(|_| {
        panic!(
            "{DATABASE_URL} is not set. Run the tests through `make test`, or a part of them with \
             `cargo run -q -p test-support --bin with-postgres -- cargo nextest run -p CRATE`."
        )
    });
    let connection = PgConnection::connect(&server).await.expect("the test server accepts connections");
    (server, connection)
}

/// Creates the template unless it exists, and returns its name. One process at a time creates it, and it gets its name
/// when it is complete.
async fn ensure_template<E: Display>(
    connection: &mut PgConnection,
    server: &str,
    template: &str,
    migrate: impl AsyncFnOnce(&str) -> Result<(), E>,
) -> String {
    let template = format!("template_{}", template.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    let mut hasher = DefaultHasher::new();
    template.hash(&mut hasher);
    let lock = hasher.finish().cast_signed();
    sqlx::query("SELECT pg_advisory_lock($1)").bind(lock).execute(&mut *connection).await.expect("the lock");
    let there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(&template)
        .fetch_one(&mut *connection)
        .await
        .expect("the list of databases");
    if !there {
        let unfinished = format!("{template}_unfinished");
        let statements = [
            format!("DROP DATABASE IF EXISTS \"{unfinished}\""),
            format!("CREATE DATABASE \"{unfinished}\""),
        ];
        for statement in statements {
            run(connection, statement).await.expect("an empty database");
        }
        if let Err(error) = migrate(&url_of(server, &unfinished)).await {
            panic!("the tables of {template} could not be created: {error}");
        }
        let rename = format!("ALTER DATABASE \"{unfinished}\" RENAME TO \"{template}\"");
        when_unused(connection, rename).await;
    }
    sqlx::query("SELECT pg_advisory_unlock($1)").bind(lock).execute(connection).await.expect("the lock");
    template
}

async fn copy(connection: &mut PgConnection, template: &str, name: &str) {
    when_unused(connection, format!("CREATE DATABASE \"{name}\" TEMPLATE \"{template}\"")).await;
}

/// Runs a statement that requires a database without connections. It retries, because the server keeps closed
/// connections for a moment.
async fn when_unused(connection: &mut PgConnection, statement: String) {
    wait_for("the template to be unused: did `migrate` close its connections?", async || {
        match run(connection, statement.clone()).await {
            Ok(()) => Some(()),
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("55006") => None,
            Err(error) => panic!("{statement}: {error}"),
        }
    })
    .await;
}

async fn run(connection: &mut PgConnection, statement: String) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.map(drop)
}

/// The address of another database on the same server.
fn url_of(server: &str, database: &str) -> String {
    let options: PgConnectOptions = server.parse().expect("a Postgres address");
    let old = options.get_database().unwrap_or_default();
    let (base, query) = server.split_once('?').unwrap_or((server, ""));
    let base = base.strip_suffix(old).unwrap_or(base).trim_end_matches('/');
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    format!("{base}/{database}{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_another_database_differs_only_in_its_name() {
        let socket = "postgres://greenstall@localhost:5432/postgres?host=%2Fdev%2Fshm%2Fx";
        assert_eq!(url_of(socket, "t1"), "postgres://greenstall@localhost:5432/t1?host=%2Fdev%2Fshm%2Fx");
        assert_eq!(url_of("postgres://me@localhost/postgres", "t1"), "postgres://me@localhost/t1");
        assert_eq!(url_of("postgres://me@localhost", "t1"), "postgres://me@localhost/t1");
    }

    #[tokio::test]
    async fn copies_of_a_template_are_independent_and_are_dropped() {
        let migrate = async |url: &str| {
            let mut connection = PgConnection::connect(url).await?;
            run(&mut connection, "CREATE TABLE crates (n int)".into()).await?;
            connection.close().await
        };
        let one = TestDatabase::create("test-support", migrate).await;
        let two = TestDatabase::create("test-support", async |_: &str| Err("made a second time")).await;
        let pool = one.pool().await;
        sqlx::query("INSERT INTO crates VALUES (1)").execute(&pool).await.unwrap();
        let rows: i64 =
            sqlx::query_scalar("SELECT count(*) FROM crates").fetch_one(&two.pool().await).await.unwrap();
        assert_eq!(rows, 0);

        let url = one.url();
        drop(one);
        assert!(PgConnection::connect(&url).await.is_err(), "dropped although a pool was still open");
    }
}
