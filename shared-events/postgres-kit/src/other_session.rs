//! Names other sessions of the server, for messages to operators.

use std::fmt;

use sqlx::{FromRow, PgConnection, Row, postgres::PgRow};

use crate::{Column, Columns};

/// A session of somebody else. Its text names it without its statement, which may hold personal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherSession {
    /// The process of the server that serves it.
    pub pid: i32,
    /// The user that it has logged in as.
    pub role: String,
    /// Its `application_name`.
    pub name: String,
    /// The address of its client.
    pub host: String,
    /// When its transaction began. When it connected, if this user may not see that.
    pub since: String,
}

impl FromRow<'_, PgRow> for OtherSession {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        Ok(Self {
            pid: row.try_get("pid")?,
            role: row.try_get("role")?,
            name: row.try_get("name")?,
            host: row.try_get("host")?,
            since: row.try_get("since")?,
        })
    }
}

impl Columns for OtherSession {
    fn columns() -> Vec<Column> {
        let texts = ["role", "name", "host", "since"].map(Column::named::<String>);
        [Column::named::<i32>("pid")].into_iter().chain(texts).collect()
    }
}

impl fmt::Display for OtherSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pid, role, name, host, since } = self;
        write!(f, "PID {pid} of Postgres (\"{name}\" of {role} from {host}, since {since})")
    }
}

/// Names the session that has held a lock on a table or view of these schemas for the longest time.
///
/// # Errors
/// When the database fails.
pub async fn lock_holder(connection: &mut PgConnection, schemas: &[&str]) -> sqlx::Result<String> {
    let holder = sqlx::query_as::<_, OtherSession>(include_str!("sql/lock_holder.sql")).bind(schemas);
    let holder = holder.fetch_optional(connection).await?;
    Ok(holder.map_or_else(|| "a session that has just ended".to_owned(), |holder| holder.to_string()))
}
