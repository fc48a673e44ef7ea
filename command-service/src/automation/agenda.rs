//! What a process manager has still to do, and how far it has read the log.
//!
//! Nothing here needs to survive a crash of the database to the last moment: whatever is lost is read from the log, or
//! done, once more, and doing it twice is doing it once. So no commit here waits for the disk.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use shared_events::Position;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// Something to do about a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The thing.
    pub(super) subject: Uuid,
    /// The event that made it necessary.
    pub(super) cause: Uuid,
    /// The request that led to that event.
    pub(super) correlation: Uuid,
    /// How often it has failed.
    pub(super) failures: i32,
}

/// What an event means for the agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// There is something to do, and not before this moment. What is there already stays as it is.
    Remember { entry: Entry, due_at: DateTime<Utc> },
    /// There is nothing to do any more.
    Forget(Uuid),
}

impl Note {
    /// It is due at this moment, if it was to be due later.
    pub(super) fn bring_forward(&mut self, now: DateTime<Utc>) {
        if let Self::Remember { due_at, .. } = self {
            *due_at = now.min(*due_at);
        }
    }

    fn subject(&self) -> Uuid {
        match self {
            Self::Remember { entry, .. } => entry.subject,
            Self::Forget(subject) => *subject,
        }
    }
}

/// One manager's agenda.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    pool: PgPool,
    manager: &'static str,
}

impl Agenda {
    pub(super) const fn new(pool: PgPool, manager: &'static str) -> Self {
        Self { pool, manager }
    }

    /// Where this manager goes on reading.
    pub(super) async fn checkpoint(&self) -> sqlx::Result<Position> {
        let found: Option<i64> =
            sqlx::query_scalar("select position from automation.checkpoints where manager = $1")
                .bind(self.manager)
                .fetch_optional(&self.pool)
                .await?;
        Ok(found.and_then(|position| u64::try_from(position).ok()).map_or(Position::START, Position))
    }

    /// Takes notes of what was read up to a position.
    pub(super) async fn write(&self, notes: &[Note], up_to: Position) -> sqlx::Result<()> {
        // Of several notes about one thing the last one counts.
        let last: BTreeMap<Uuid, &Note> = notes.iter().map(|note| (note.subject(), note)).collect();
        let mut transaction = self.pool.begin().await?;
        sqlx::query("set local synchronous_commit = off").execute(&mut *transaction).await?;
        self.remember(&mut transaction, last.values().copied()).await?;
        let forgotten: Vec<Uuid> =
            last.values().filter(|note| matches!(note, Note::Forget(_))).map(|note| note.subject()).collect();
        if !forgotten.is_empty() {
            sqlx::query("delete from automation.agenda where manager = $1 and subject = any($2)")
                .bind(self.manager)
                .bind(forgotten)
                .execute(&mut *transaction)
                .await?;
        }
        sqlx::query(
            "insert into automation.checkpoints (manager, position) values ($1, $2)
             on conflict (manager) do update set position = excluded.position",
        )
        .bind(self.manager)
        .bind(i64::try_from(up_to.0).expect("positions come from a bigint"))
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await
    }

    async fn remember<'a>(
        &self,
        connection: &mut PgConnection,
        notes: impl Iterator<Item = &'a Note>,
    ) -> sqlx::Result<()> {
        let (mut subjects, mut causes, mut correlations, mut dues) = (vec![], vec![], vec![], vec![]);
        for note in notes {
            let Note::Remember { entry, due_at } = note else { continue };
            subjects.push(entry.subject);
            causes.push(entry.cause);
            correlations.push(entry.correlation);
            dues.push(*due_at);
        }
        if subjects.is_empty() {
            return Ok(());
        }
        sqlx::query(
            "insert into automation.agenda (manager, subject, cause, correlation, due_at)
             select $1, * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[])
             on conflict do nothing",
        )
        .bind(self.manager)
        .bind(subjects)
        .bind(causes)
        .bind(correlations)
        .bind(dues)
        .execute(connection)
        .await
        .map(drop)
    }

    /// What is due, the longest due first.
    pub(super) async fn due(&self, now: DateTime<Utc>, at_most: i64) -> sqlx::Result<Vec<Entry>> {
        let rows: Vec<(Uuid, Uuid, Uuid, i32)> = sqlx::query_as(
            "select subject, cause, correlation, failures from automation.agenda
             where manager = $1 and due_at <= $2 order by due_at limit $3",
        )
        .bind(self.manager)
        .bind(now)
        .bind(at_most)
        .fetch_all(&self.pool)
        .await?;
        let entry = |(subject, cause, correlation, failures)| Entry { subject, cause, correlation, failures };
        Ok(rows.into_iter().map(entry).collect())
    }

    /// Everything is due: a process that has just started does not know what the one before was about to do.
    pub(super) async fn all_due(&self, now: DateTime<Utc>) -> sqlx::Result<()> {
        sqlx::query("update automation.agenda set due_at = $2 where manager = $1 and due_at > $2")
            .bind(self.manager)
            .bind(now)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// It is done.
    pub(super) async fn done(&self, subject: Uuid) -> sqlx::Result<()> {
        sqlx::query("delete from automation.agenda where manager = $1 and subject = $2")
            .bind(self.manager)
            .bind(subject)
            .execute(&self.pool)
            .await
            .map(drop)
    }

    /// It must be done (again) later; `failure` says what went wrong, if anything did.
    pub(super) async fn later(
        &self,
        subject: Uuid,
        due_at: DateTime<Utc>,
        failure: Option<&str>,
    ) -> sqlx::Result<()> {
        sqlx::query(
            "update automation.agenda
             set due_at = $3, last_failure = $4, failures = case when $4 is null then 0 else failures + 1 end
             where manager = $1 and subject = $2",
        )
        .bind(self.manager)
        .bind(subject)
        .bind(due_at)
        .bind(failure)
        .execute(&self.pool)
        .await
        .map(drop)
    }
}
