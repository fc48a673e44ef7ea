//! What a process manager has still to do, and how far it has read the log.
//!
//! Nothing here needs to survive a crash of the database to the last moment: whatever is lost is read from the log, or
//! done, once more, and doing it twice is doing it once. So no commit here waits for the disk.

use std::collections::{BTreeMap, btree_map};

use chrono::{DateTime, Utc};
use shared_events::{Position, Version};
use sqlx::{PgConnection, PgPool, Row, postgres::PgRow};
use uuid::Uuid;

use super::backoff::{Next, after_failure};

/// Something to do about a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The thing.
    pub(super) subject: Uuid,
    /// The stream in which it happened; of most things the thing's own.
    pub(super) stream: Uuid,
    /// The event that made it necessary.
    pub(super) cause: Uuid,
    /// The request that led to that event.
    pub(super) correlation: Uuid,
}

/// What an event means for the agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// There is something to do, and not before this moment. What is there already stays as it is.
    Remember { entry: Entry, due_at: DateTime<Utc> },
    /// There is nothing to do any more.
    Forget(Uuid),
    /// The event cannot be read: its stream is parked, and what follows in it is not noted.
    Unreadable { entry: Entry, version: Version, failure: String },
}

impl Note {
    /// It is due at this moment, if it was to be due later.
    pub(super) fn bring_forward(&mut self, now: DateTime<Utc>) {
        if let Self::Remember { due_at, .. } = self {
            *due_at = now.min(*due_at);
        }
    }

    const fn subject(&self) -> Uuid {
        match self {
            Self::Remember { entry, .. } | Self::Unreadable { entry, .. } => entry.subject,
            Self::Forget(subject) => *subject,
        }
    }
}

/// Of several notes about one thing the last one counts, but nothing comes after an event that cannot be read.
pub(super) fn fold(notes: Vec<Note>) -> BTreeMap<Uuid, Note> {
    let mut last = BTreeMap::new();
    for note in notes {
        match last.entry(note.subject()) {
            btree_map::Entry::Vacant(place) => {
                place.insert(note);
            }
            btree_map::Entry::Occupied(mut place) if !matches!(place.get(), Note::Unreadable { .. }) => {
                place.insert(note);
            }
            btree_map::Entry::Occupied(_) => {}
        }
    }
    last
}

/// What is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Due {
    pub(super) entry: Entry,
    /// How often it has failed, and for the first time when.
    pub(super) failures: i32,
    pub(super) failing_since: Option<DateTime<Utc>>,
    /// An event of its stream could not be read: first the stream must be noted anew.
    pub(super) unread: bool,
}

impl Due {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        Ok(Self {
            entry: Entry {
                subject: row.try_get("subject")?,
                stream: row.try_get("stream")?,
                cause: row.try_get("cause")?,
                correlation: row.try_get("correlation")?,
            },
            failures: row.try_get("failures")?,
            failing_since: row.try_get("failing_since")?,
            unread: row.try_get::<Option<i64>, _>("unread_version")?.is_some(),
        })
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
    pub(super) async fn write(
        &self,
        notes: Vec<Note>,
        up_to: Position,
        now: DateTime<Utc>,
    ) -> sqlx::Result<()> {
        let notes = fold(notes);
        let mut transaction = self.pool.begin().await?;
        sqlx::query("set local synchronous_commit = off").execute(&mut *transaction).await?;
        self.remember(&mut transaction, notes.values()).await?;
        let forgotten: Vec<Uuid> = notes
            .values()
            .filter_map(|note| match note {
                Note::Forget(subject) => Some(*subject),
                Note::Remember { .. } | Note::Unreadable { .. } => None,
            })
            .collect();
        if !forgotten.is_empty() {
            sqlx::query(
                "delete from automation.agenda
                 where manager = $1 and subject = any($2) and unread_version is null",
            )
            .bind(self.manager)
            .bind(forgotten)
            .execute(&mut *transaction)
            .await?;
        }
        for note in notes.values() {
            if let Note::Unreadable { entry, version, failure } = note {
                self.park_stream(&mut transaction, entry, *version, failure, now).await?;
            }
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
        let (mut subjects, mut streams) = (vec![], vec![]);
        let (mut causes, mut correlations, mut dues) = (vec![], vec![], vec![]);
        for note in notes {
            let Note::Remember { entry, due_at } = note else { continue };
            subjects.push(entry.subject);
            streams.push(entry.stream);
            causes.push(entry.cause);
            correlations.push(entry.correlation);
            dues.push(*due_at);
        }
        if subjects.is_empty() {
            return Ok(());
        }
        sqlx::query(
            "insert into automation.agenda (manager, subject, stream, cause, correlation, due_at)
             select $1, * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[])
             on conflict do nothing",
        )
        .bind(self.manager)
        .bind(subjects)
        .bind(streams)
        .bind(causes)
        .bind(correlations)
        .bind(dues)
        .execute(connection)
        .await
        .map(drop)
    }

    /// Nothing is done about this stream until an operator decides. The first event that cannot be read counts.
    async fn park_stream(
        &self,
        connection: &mut PgConnection,
        entry: &Entry,
        version: Version,
        failure: &str,
        now: DateTime<Utc>,
    ) -> sqlx::Result<()> {
        sqlx::query(
            "insert into automation.agenda as a
                 (manager, subject, cause, correlation, due_at, failures, last_failure, failing_since, parked_at,
                  unread_version)
             values ($1, $2, $3, $4, $5, 1, $6, $5, $5, $7)
             on conflict (manager, subject) do update
             set parked_at = $5, unread_version = $7, last_failure = $6, failures = a.failures + 1,
                 failing_since = coalesce(a.failing_since, $5)
             where a.unread_version is null or a.parked_at is null",
        )
        .bind(self.manager)
        .bind(entry.subject)
        .bind(entry.cause)
        .bind(entry.correlation)
        .bind(now)
        .bind(failure)
        .bind(i64::try_from(version).expect("a stream has fewer than 2^63 events"))
        .execute(connection)
        .await
        .map(drop)
    }

    /// Puts what a stream means, noted from its first event on, in the place of an entry whose event could not be read.
    /// `others` are about single events of the stream.
    pub(super) async fn renew(
        &self,
        subject: Uuid,
        note: Option<&Note>,
        others: &[Note],
        now: DateTime<Utc>,
    ) -> sqlx::Result<()> {
        let mut transaction = self.pool.begin().await?;
        self.remember(&mut transaction, others.iter()).await?;
        if let Some(Note::Unreadable { entry, version, failure }) = note {
            self.park_stream(&mut transaction, entry, *version, failure, now).await?;
        } else {
            sqlx::query("delete from automation.agenda where manager = $1 and subject = $2")
                .bind(self.manager)
                .bind(subject)
                .execute(&mut *transaction)
                .await?;
            self.remember(&mut transaction, note.into_iter()).await?;
        }
        transaction.commit().await
    }

    /// The versions of a stream's events that an operator has decided to pass over.
    pub(super) async fn passed_over(&self, subject: Uuid) -> sqlx::Result<Vec<Version>> {
        let versions: Vec<i64> = sqlx::query_scalar(
            "select version from automation.skips where manager = $1 and subject = $2 and version is not null",
        )
        .bind(self.manager)
        .bind(subject)
        .fetch_all(&self.pool)
        .await?;
        Ok(versions.into_iter().map(i64::cast_unsigned).collect())
    }

    /// What is due and not parked, the longest due first.
    pub(super) async fn due(&self, now: DateTime<Utc>, at_most: i64) -> sqlx::Result<Vec<Due>> {
        let rows = sqlx::query(
            "select subject, coalesce(stream, subject) as stream, cause, correlation, failures, failing_since,
                    unread_version
             from automation.agenda
             where manager = $1 and due_at <= $2 and parked_at is null order by due_at limit $3",
        )
        .bind(self.manager)
        .bind(now)
        .bind(at_most)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(Due::from_row).collect()
    }

    /// Everything is due: a process that has just started does not know what the one before was about to do.
    pub(super) async fn all_due(&self, now: DateTime<Utc>) -> sqlx::Result<()> {
        sqlx::query(
            "update automation.agenda set due_at = $2
             where manager = $1 and due_at > $2 and parked_at is null",
        )
        .bind(self.manager)
        .bind(now)
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// It is done.
    pub(super) async fn done(&self, subject: Uuid) -> sqlx::Result<()> {
        sqlx::query(
            "delete from automation.agenda where manager = $1 and subject = $2 and unread_version is null",
        )
        .bind(self.manager)
        .bind(subject)
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// It is well, and must be looked at again then.
    pub(super) async fn look_again(&self, subject: Uuid, due_at: DateTime<Utc>) -> sqlx::Result<()> {
        sqlx::query(
            "update automation.agenda set due_at = $3, last_failure = null, failures = 0, failing_since = null
             where manager = $1 and subject = $2 and unread_version is null",
        )
        .bind(self.manager)
        .bind(subject)
        .bind(due_at)
        .execute(&self.pool)
        .await
        .map(drop)
    }

    /// It went wrong: it is tried again, or parked.
    pub(super) async fn failed(&self, due: &Due, failure: &str, now: DateTime<Utc>) -> sqlx::Result<Next> {
        let since = due.failing_since.unwrap_or(now);
        let failures = due.failures.saturating_add(1);
        let next = after_failure(failures, since, now);
        self.write_failure(due, failure, next, now).await?;
        Ok(next)
    }

    /// It went wrong for good: it is parked at once.
    pub(super) async fn give_up(&self, due: &Due, failure: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
        self.write_failure(due, failure, Next::Park, now).await
    }

    async fn write_failure(
        &self,
        due: &Due,
        failure: &str,
        next: Next,
        now: DateTime<Utc>,
    ) -> sqlx::Result<()> {
        let since = due.failing_since.unwrap_or(now);
        let failures = due.failures.saturating_add(1);
        let (due_at, parked_at) = match next {
            Next::TryAt(at) => (at, None),
            Next::Park => (now, Some(now)),
        };
        sqlx::query(
            "update automation.agenda
             set due_at = $3, last_failure = $4, failures = $5, failing_since = $6, parked_at = $7
             where manager = $1 and subject = $2 and unread_version is null",
        )
        .bind(self.manager)
        .bind(due.entry.subject)
        .bind(due_at)
        .bind(failure)
        .bind(failures)
        .bind(since)
        .bind(parked_at)
        .execute(&self.pool)
        .await
        .map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Uuid = Uuid::from_u128(1);
    const TWO: Uuid = Uuid::from_u128(2);

    fn entry(subject: Uuid) -> Entry {
        Entry { subject, stream: subject, cause: subject, correlation: subject }
    }

    fn remember(subject: Uuid) -> Note {
        Note::Remember { entry: entry(subject), due_at: DateTime::UNIX_EPOCH }
    }

    fn unreadable(version: Version) -> Note {
        Note::Unreadable { entry: entry(ONE), version, failure: "odd".to_owned() }
    }

    #[test]
    fn the_last_note_about_a_thing_counts() {
        let notes = vec![remember(ONE), remember(TWO), Note::Forget(ONE)];
        assert_eq!(fold(notes), BTreeMap::from([(ONE, Note::Forget(ONE)), (TWO, remember(TWO))]));
    }

    #[test]
    fn nothing_is_noted_behind_an_event_that_cannot_be_read() {
        let notes = vec![remember(ONE), unreadable(2), Note::Forget(ONE), unreadable(4), remember(TWO)];
        assert_eq!(fold(notes), BTreeMap::from([(ONE, unreadable(2)), (TWO, remember(TWO))]));
    }
}
