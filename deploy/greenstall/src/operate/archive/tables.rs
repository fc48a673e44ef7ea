//! The tables in a backup besides the log. Their rows are JSON, so that an additional column does not change the file
//! format.

use futures_util::TryStreamExt;
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};

use super::{
    file::Writer,
    record::{Record, Row},
};
use crate::Outcome;

/// Tables that are written before the log. They hold the process managers' notes about events, so the log must reach at
/// least as far as the notes.
pub(super) const BEFORE_THE_LOG: &[&str] =
    &["automation.checkpoints", "automation.agenda", "automation.skips", "projections.skipped"];

/// Tables that are written after the log, so that the key of every event is included and the payment provider's books
/// have every payment of the log. `sent_mail` keeps the restored shop from sending mail again.
pub(super) const BEHIND_THE_LOG: &[&str] = &[KEYS, "sandbox.intents", "automation.sent_mail"];

/// The encryption keys of the people in the log.
pub(super) const KEYS: &str = "event_store.subject_keys";

/// Writes all rows of a table.
pub(super) async fn write(
    connection: &mut PgConnection,
    table: &'static str,
    file: &mut Writer,
) -> Outcome<()> {
    let select = AssertSqlSafe(format!("SELECT row_to_json(t) FROM {table} t"));
    let mut rows = sqlx::query_scalar::<_, Value>(select).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        file.write(&Record::Row(Row { table: table.to_owned(), row }))?;
    }
    Ok(())
}

/// The number of rows that are written together.
const INSERT_ROWS: usize = 1_000;

/// Rows of one table that are waiting to be written.
#[derive(Default)]
pub(super) struct Rows {
    table: &'static str,
    rows: Vec<Value>,
    /// The number of rows written so far.
    pub(super) written: u64,
}

impl Rows {
    /// Adds a row. When enough rows are waiting, it writes them first.
    pub(super) async fn add(&mut self, connection: &mut PgConnection, row: Row) -> Outcome<()> {
        let known = BEFORE_THE_LOG.iter().chain(BEHIND_THE_LOG).find(|known| **known == row.table);
        let table = *known.ok_or_else(|| format!("there is no table {} in a backup", row.table))?;
        if table != self.table || self.rows.len() >= INSERT_ROWS {
            self.write(connection).await?;
            self.table = table;
        }
        self.rows.push(row.row);
        Ok(())
    }

    /// Writes the waiting rows.
    pub(super) async fn write(&mut self, connection: &mut PgConnection) -> Outcome<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = Value::Array(std::mem::take(&mut self.rows));
        sqlx::query(AssertSqlSafe(insert(self.table)))
            .bind(&rows)
            .execute(connection)
            .await
            .map_err(|error| format!("{}: {error}", self.table))?;
        self.written += rows.as_array().map_or(0, |rows| rows.len() as u64);
        Ok(())
    }
}

fn insert(table: &str) -> String {
    // A person who is erased in this database stays erased.
    let conflict = match table {
        KEYS => {
            "ON CONFLICT (subject) DO UPDATE SET key = excluded.key, erased_at = excluded.erased_at
             WHERE subject_keys.erased_at IS NULL"
        }
        _ => "",
    };
    format!(
        "INSERT INTO {table} OVERRIDING SYSTEM VALUE
         SELECT * FROM jsonb_populate_recordset(NULL::{table}, $1) {conflict}"
    )
}
