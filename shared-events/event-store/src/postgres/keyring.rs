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
    PgConnection, Postgres, Row,
    postgres::{PgArguments, PgRow},
    query::Query,
};
use uuid::Uuid;

use super::{
    deadline,
    group_reader::{GroupReader, Question},
};
use crate::{Keyring, KeyringError, keyring::os_random_keys};

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
    answer: Duration,
    keys: GroupReader<Subjects>,
}

impl PostgresKeyring {
    /// Starts a keyring on a database on which [`super::migrate`] has run. New keys come from the operating system's
    /// randomness.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn start(pool: Pool) -> Self {
        Self::with_limits(pool, Limits::default())
    }

    /// Like [`PostgresKeyring::start`], with other time limits for a silent database.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn with_limits(pool: Pool, limits: Limits) -> Self {
        let keys = GroupReader::start(&pool, limits);
        Self { pool, answer: limits.answer, keys }
    }

    async fn make(&self, subjects: Vec<Uuid>) -> Result<(), KeyringError> {
        let new_key = os_random_keys();
        let keys: Vec<Vec<u8>> = subjects.iter().map(|_| new_key().0.to_vec()).collect();
        // Another process may be creating a key for the same subject. The first key stays.
        self.rows(sql::make_keys(&subjects, &keys)).await?;
        Ok(())
    }

    /// Runs a statement within the time limit.
    async fn rows(&self, statement: Query<'_, Postgres, PgArguments>) -> Result<Vec<PgRow>, KeyringError> {
        let mut connection = self.pool.acquire().await.map_err(not_available)?;
        let reading = async |connection: &mut PgConnection| statement.fetch_all(connection).await;
        let rows = deadline::keep(&mut connection, self.answer, reading).await.map_err(KeyringError)?;
        rows.map_err(not_available)
    }
}

#[async_trait]
impl Keyring for PostgresKeyring {
    async fn find(&self, subjects: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, SubjectKey>, KeyringError> {
        self.keys.ask(Subjects(subjects.clone())).await.map_err(KeyringError)?
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

/// The persons whose keys somebody looks for.
struct Subjects(BTreeSet<Uuid>);

#[async_trait]
impl Question for Subjects {
    type Answer = Result<HashMap<Uuid, SubjectKey>, KeyringError>;

    async fn answer_all(
        connection: &mut PgConnection,
        questions: &[Self],
    ) -> sqlx::Result<Vec<Self::Answer>> {
        let subjects: BTreeSet<Uuid> =
            questions.iter().flat_map(|Self(subjects)| subjects).copied().collect();
        let subjects: Vec<Uuid> = subjects.into_iter().collect();
        let rows = sql::find_keys(&subjects).fetch_all(connection).await?;
        let rows = rows.iter().map(|row| Ok((row.try_get("subject")?, row.try_get("key")?)));
        let keys: HashMap<Uuid, &[u8]> = rows.collect::<sqlx::Result<_>>()?;
        let keys_of = |Self(subjects): &Self| {
            let found = subjects.iter().filter_map(|subject| Some((*subject, *keys.get(subject)?)));
            found.map(|(subject, key)| Ok((subject, key_of(subject, key)?))).collect()
        };
        Ok(questions.iter().map(keys_of).collect())
    }
}

fn key_of(subject: Uuid, stored: &[u8]) -> Result<SubjectKey, KeyringError> {
    let key = stored.try_into();
    key.map(SubjectKey).map_err(|_| KeyringError(format!("the key of {subject} has {} bytes", stored.len())))
}

#[expect(clippy::needless_pass_by_value, reason = "has the shape that map_err takes")]
fn not_available(error: sqlx::Error) -> KeyringError {
    KeyringError(error.to_string())
}
