//! The keyring on Postgres: the encryption keys of personal data, in the table `event_store.subject_keys`.
//!
//! Keys are not cached, because a key that another process has deleted must not survive in this process's memory.

use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};

use async_trait::async_trait;
use postgres_kit::{Limits, Pool, statements};
use shared_events::personal::SubjectKey;
use sqlx::{
    Postgres, Row,
    postgres::{PgArguments, PgRow},
    query::Query,
};
use tokio::time;
use uuid::Uuid;

use crate::{
    Keyring, KeyringError,
    keyring::{KeySource, os_random_keys},
};

statements! {
    #[cfg(test)]
    tested_with crate::postgres::testing::check_statements;

    fn make_keys(subjects: &[Uuid], keys: &[Vec<u8>]) = include_str!("sql/make_keys.sql");
    fn find_keys(subjects: &[Uuid]) =
        "SELECT subject, key FROM event_store.subject_keys WHERE subject = ANY($1) AND key IS NOT NULL";
    fn erase_key(subject: Uuid) = include_str!("sql/erase_key.sql");
}

/// A keyring on Postgres.
pub struct PostgresKeyring {
    pool: Pool,
    new_key: KeySource,
    answer: Duration,
}

impl PostgresKeyring {
    /// Creates a keyring on a database on which [`super::migrate`] has run. New keys come from the operating system's
    /// randomness.
    pub fn new(pool: Pool) -> Self {
        Self::with_keys_from(pool, os_random_keys())
    }

    /// As [`PostgresKeyring::new`], with another source of new keys.
    pub fn with_keys_from(pool: Pool, new_key: KeySource) -> Self {
        Self { pool, new_key, answer: Limits::default().answer }
    }

    /// The same keyring with other time limits for a silent database.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { answer: limits.answer, ..self }
    }

    async fn make(&self, subjects: Vec<Uuid>) -> Result<(), KeyringError> {
        let keys: Vec<Vec<u8>> = subjects.iter().map(|_| (self.new_key)().0.to_vec()).collect();
        // Another process may be creating a key for the same subject. The first key stays.
        self.rows(sql::make_keys(&subjects, &keys)).await?;
        Ok(())
    }

    /// Runs a statement within the time limit. A connection that misses the limit is closed: if it returned to the
    /// pool, its next user would wait for it again.
    async fn rows(&self, statement: Query<'_, Postgres, PgArguments>) -> Result<Vec<PgRow>, KeyringError> {
        let mut connection = self.pool.acquire().await.map_err(not_available)?;
        match time::timeout(self.answer, statement.fetch_all(&mut *connection)).await {
            Ok(result) => result.map_err(not_available),
            Err(_) => {
                connection.close_on_drop();
                Err(KeyringError(format!("no answer within {:?}", self.answer)))
            }
        }
    }
}

#[async_trait]
impl Keyring for PostgresKeyring {
    async fn find(&self, subjects: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, SubjectKey>, KeyringError> {
        let subjects: Vec<Uuid> = subjects.iter().copied().collect();
        let rows = self.rows(sql::find_keys(&subjects)).await?;
        rows.iter().map(subject_and_key).collect()
    }

    async fn find_or_make(
        &self,
        subjects: &BTreeSet<Uuid>,
    ) -> Result<HashMap<Uuid, SubjectKey>, KeyringError> {
        let found = self.find(subjects).await?;
        // Keep the order of the set, so that two processes that create the same keys do not deadlock.
        let missing: Vec<Uuid> =
            subjects.iter().filter(|subject| !found.contains_key(subject)).copied().collect();
        if missing.is_empty() {
            return Ok(found);
        }
        self.make(missing).await?;
        self.find(subjects).await
    }

    async fn erase(&self, subject: Uuid) -> Result<(), KeyringError> {
        self.rows(sql::erase_key(subject)).await?;
        Ok(())
    }
}

fn subject_and_key(row: &PgRow) -> Result<(Uuid, SubjectKey), KeyringError> {
    let subject: Uuid = row.try_get("subject").map_err(not_available)?;
    let key: &[u8] = row.try_get("key").map_err(not_available)?;
    let key =
        key.try_into().map_err(|_| KeyringError(format!("the key of {subject} has {} bytes", key.len())))?;
    Ok((subject, SubjectKey(key)))
}

#[expect(clippy::needless_pass_by_value, reason = "has the shape that map_err takes")]
fn not_available(error: sqlx::Error) -> KeyringError {
    KeyringError(error.to_string())
}
