//! The address of the server for its clients.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use sqlx::{ConnectOptions, Connection as _, PgConnection, postgres::PgConnectOptions};

use crate::{Error, socket};

/// The only role of the cluster, a superuser.
pub(crate) const ROLE: &str = "greenstall";

/// The socket of the server of a folder, whichever process started it.
#[derive(Debug, Clone)]
pub struct Connection {
    socket_folder: PathBuf,
}

impl Connection {
    /// The server of `home` (the folder given to [`Options`](crate::Options)), running or not.
    ///
    /// # Errors
    /// When `home` does not exist.
    pub fn of(home: &Path) -> Result<Self, Error> {
        let home = std::fs::canonicalize(home).map_err(Error::files("There is no database folder", home))?;
        Ok(Self { socket_folder: socket::folder(&home) })
    }

    pub(crate) fn at(socket_folder: PathBuf) -> Self {
        Self { socket_folder }
    }

    /// The address of one of its databases, in the form that libpq and sqlx accept.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        let host = percent_encoded(&self.socket_folder.to_string_lossy());
        let database = percent_encoded(database);
        format!("postgres://{ROLE}@localhost:{}/{database}?host={host}", socket::PORT)
    }

    /// Waits until the server accepts connections: another process may be starting it.
    ///
    /// # Errors
    /// The last connection error when `patience` runs out.
    pub async fn ready(&self, patience: Duration) -> Result<(), Error> {
        let deadline = Instant::now() + patience;
        loop {
            match self.connect().await {
                Ok(connection) => return Ok(connection.close().await?),
                Err(error) if Instant::now() >= deadline => return Err(error),
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    /// Connects to the database that every cluster has.
    pub(crate) async fn connect(&self) -> Result<PgConnection, Error> {
        // Ignore the environment: PGHOST and similar variables may point at another server.
        let options = PgConnectOptions::new_without_pgpass()
            .socket(&self.socket_folder)
            .port(socket::PORT)
            .username(ROLE)
            .database("postgres")
            .disable_statement_logging();
        Ok(PgConnection::connect_with(&options).await?)
    }

    /// Creates the database unless it exists.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn ensure_database(&self, name: &str) -> Result<(), Error> {
        let mut connection = self.connect().await?;
        let there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
            .bind(name)
            .fetch_one(&mut connection)
            .await?;
        if !there {
            let quoted = name.replace('"', "\"\"");
            let statement = format!("CREATE DATABASE \"{quoted}\"");
            match sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await {
                // Another process has just created it.
                Err(sqlx::Error::Database(error))
                    if matches!(error.code().as_deref(), Some("42P04" | "23505")) => {}
                result => result.map(drop)?,
            }
        }
        Ok(connection.close().await?)
    }
}

fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("writing to a String does not fail");
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_survives_odd_folder_names() {
        let connection = Connection::at("/srv/farm & co/postgres/socket".into());
        let options: PgConnectOptions = connection.url("shop").parse().unwrap();
        assert_eq!(options.get_socket().unwrap(), Path::new("/srv/farm & co/postgres/socket"));
        assert_eq!((options.get_database(), options.get_username()), (Some("shop"), "greenstall"));
        assert_eq!(options.get_port(), 5432);
    }
}
