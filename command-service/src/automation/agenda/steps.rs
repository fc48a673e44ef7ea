//! Due steps, and the update of an entry when its step has ended.

use chrono::{DateTime, Utc};
use parked_work::{NextTry, failure_text::storable};
use sqlx::{Row, postgres::PgRow};
use uuid::Uuid;

use super::{
    super::{agenda_change::Entry, step_retries::STEP_RETRIES},
    Agenda, AgendaError, Result,
};

/// An entry that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::automation) struct Due {
    pub(in crate::automation) entry: Entry,
    /// A new value each time that an event adds the entry again.
    noted: Uuid,
    /// Number of failures, and the time of the first one.
    pub(in crate::automation) failures: i32,
    pub(in crate::automation) failing_since: Option<DateTime<Utc>>,
    /// An event of the stream was unreadable: the stream must be read again first.
    pub(in crate::automation) unread: bool,
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
            noted: row.try_get("noted")?,
            failures: row.try_get("failures")?,
            failing_since: row.try_get("failing_since")?,
            unread: row.try_get::<Option<i64>, _>("unread_version")?.is_some(),
        })
    }
}

/// The next due time of an entry, and its failures.
struct Outlook {
    due_at: DateTime<Utc>,
    failure: Option<String>,
    failures: i32,
    failing_since: Option<DateTime<Utc>>,
    parked_at: Option<DateTime<Utc>>,
}

impl Agenda {
    /// Entries that are due and not parked, the longest due first.
    pub(in crate::automation) async fn due(&self, now: DateTime<Utc>, at_most: i64) -> Result<Vec<Due>> {
        let reading = sqlx::query(
            "SELECT subject, coalesce(stream, subject) AS stream, cause, correlation, noted, failures,
                    failing_since, unread_version
             FROM automation.agenda
             WHERE manager = $1 AND due_at <= $2 AND parked_at IS NULL ORDER BY due_at LIMIT $3",
        )
        .bind(self.manager)
        .bind(now)
        .bind(at_most)
        .fetch_all(&self.pool);
        let rows = self.in_time(reading).await?;
        Ok(rows.iter().map(Due::from_row).collect::<sqlx::Result<_>>()?)
    }

    /// Makes every entry due now: a process that has just started does not know what the previous one was about to do.
    pub(in crate::automation) async fn all_due(&self, now: DateTime<Utc>) -> Result<()> {
        let writing = sqlx::query_scalar(
            "WITH held AS (SELECT FROM automation.lease WHERE term = $3 FOR SHARE),
                  due AS (UPDATE automation.agenda SET due_at = $2
                          WHERE manager = $1 AND due_at > $2 AND parked_at IS NULL AND EXISTS (SELECT FROM held))
             SELECT EXISTS (SELECT FROM held)",
        )
        .bind(self.manager)
        .bind(now)
        .bind(self.term)
        .fetch_one(&self.pool);
        written(self.in_time(writing).await?)
    }

    /// Removes an entry whose step is done. Keeps an entry that an event has added again while the step was running,
    /// because the step may not have seen that event. Such an entry is due when the event says.
    pub(in crate::automation) async fn done(&self, due: &Due) -> Result<()> {
        let deleting = sqlx::query_as(
            "WITH held AS (SELECT FROM automation.lease WHERE term = $4 FOR SHARE),
                  gone AS (DELETE FROM automation.agenda
                           WHERE manager = $1 AND subject = $2 AND noted = $3 AND unread_version IS NULL
                             AND EXISTS (SELECT FROM held)
                           RETURNING 1)
             SELECT EXISTS (SELECT FROM held), EXISTS (SELECT FROM gone)",
        )
        .bind(self.manager)
        .bind(due.entry.subject)
        .bind(due.noted)
        .bind(self.term)
        .fetch_one(&self.pool);
        let (held, gone) = self.in_time(deleting).await?;
        written(held)?;
        if gone { Ok(()) } else { self.take_up_again(due).await }
    }

    async fn take_up_again(&self, due: &Due) -> Result<()> {
        let writing = sqlx::query_scalar(
            "WITH held AS (SELECT FROM automation.lease WHERE term = $4 FOR SHARE),
                  again AS (UPDATE automation.agenda
                            SET due_at = noted_due_at, last_failure = NULL, failures = 0, failing_since = NULL
                            WHERE manager = $1 AND subject = $2 AND noted <> $3 AND unread_version IS NULL
                              AND EXISTS (SELECT FROM held))
             SELECT EXISTS (SELECT FROM held)",
        )
        .bind(self.manager)
        .bind(due.entry.subject)
        .bind(due.noted)
        .bind(self.term)
        .fetch_one(&self.pool);
        written(self.in_time(writing).await?)
    }

    /// The step succeeded, and is due again at this time.
    pub(in crate::automation) async fn look_again(&self, due: &Due, due_at: DateTime<Utc>) -> Result<()> {
        let well = Outlook { due_at, failure: None, failures: 0, failing_since: None, parked_at: None };
        self.postpone(due, &well).await
    }

    /// The step failed: it is retried later, or parked.
    pub(in crate::automation) async fn failed(
        &self,
        due: &Due,
        failure: &str,
        now: DateTime<Utc>,
    ) -> Result<NextTry> {
        let since = due.failing_since.unwrap_or(now);
        let failures = due.failures.saturating_add(1);
        let next = STEP_RETRIES.next_try(failures.unsigned_abs(), since, now);
        self.write_failure(due, failure, next, now).await?;
        Ok(next)
    }

    /// The step failed permanently: it is parked at once.
    pub(in crate::automation) async fn give_up(
        &self,
        due: &Due,
        failure: &str,
        now: DateTime<Utc>,
    ) -> Result<()> {
        self.write_failure(due, failure, NextTry::ByOperator, now).await
    }

    async fn write_failure(&self, due: &Due, failure: &str, next: NextTry, now: DateTime<Utc>) -> Result<()> {
        let (due_at, parked_at) = match next {
            NextTry::At(at) => (at, None),
            NextTry::ByOperator => (now, Some(now)),
        };
        let failing = Outlook {
            due_at,
            failure: Some(storable(failure)),
            failures: due.failures.saturating_add(1),
            failing_since: Some(due.failing_since.unwrap_or(now)),
            parked_at,
        };
        self.postpone(due, &failing).await
    }

    /// Postpones an entry. If an event has added it again while its step was running, it is due no later than the
    /// event says, and is not parked.
    async fn postpone(&self, due: &Due, next: &Outlook) -> Result<()> {
        let writing = sqlx::query_scalar(
            "WITH held AS (SELECT FROM automation.lease WHERE term = $4 FOR SHARE),
                  later AS (UPDATE automation.agenda
                            SET due_at = CASE WHEN noted = $3 THEN $5 ELSE least($5, noted_due_at) END,
                                parked_at = CASE WHEN noted = $3 THEN $6 END,
                                last_failure = $7, failures = $8, failing_since = $9
                            WHERE manager = $1 AND subject = $2 AND unread_version IS NULL
                              AND EXISTS (SELECT FROM held))
             SELECT EXISTS (SELECT FROM held)",
        )
        .bind(self.manager)
        .bind(due.entry.subject)
        .bind(due.noted)
        .bind(self.term)
        .bind(next.due_at)
        .bind(next.parked_at)
        .bind(&next.failure)
        .bind(next.failures)
        .bind(next.failing_since)
        .fetch_one(&self.pool);
        written(self.in_time(writing).await?)
    }
}

/// Converts the result of a statement that writes only while the term of the lease is held.
fn written(held: bool) -> Result<()> {
    if held { Ok(()) } else { Err(AgendaError::LeaseLost) }
}
