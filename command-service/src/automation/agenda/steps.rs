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
            "select subject, coalesce(stream, subject) as stream, cause, correlation, noted, failures,
                    failing_since, unread_version
             from automation.agenda
             where manager = $1 and due_at <= $2 and parked_at is null order by due_at limit $3",
        )
        .bind(self.manager)
        .bind(now)
        .bind(at_most)
        .fetch_all(&self.pool);
        let rows = self.in_time(reading).await?;
        Ok(rows.iter().map(Due::from_row).collect::<sqlx::Result<_>>()?)
    }

    /// Makes every entry due now: a process that has just started does not know what the previous one was about
    /// to do.
    pub(in crate::automation) async fn all_due(&self, now: DateTime<Utc>) -> Result<()> {
        let writing = sqlx::query_scalar(
            "with held as (select from automation.lease where term = $3 for share),
                  due as (update automation.agenda set due_at = $2
                          where manager = $1 and due_at > $2 and parked_at is null and exists (select from held))
             select exists (select from held)",
        )
        .bind(self.manager)
        .bind(now)
        .bind(self.term)
        .fetch_one(&self.pool);
        written(self.in_time(writing).await?)
    }

    /// Removes an entry whose step is done. An entry that an event has added again while the step was running
    /// stays, because the step may not have seen that event; it is due when the event says.
    pub(in crate::automation) async fn done(&self, due: &Due) -> Result<()> {
        let deleting = sqlx::query_as(
            "with held as (select from automation.lease where term = $4 for share),
                  gone as (delete from automation.agenda
                           where manager = $1 and subject = $2 and noted = $3 and unread_version is null
                             and exists (select from held)
                           returning 1)
             select exists (select from held), exists (select from gone)",
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
            "with held as (select from automation.lease where term = $4 for share),
                  again as (update automation.agenda
                            set due_at = noted_due_at, last_failure = null, failures = 0, failing_since = null
                            where manager = $1 and subject = $2 and noted <> $3 and unread_version is null
                              and exists (select from held))
             select exists (select from held)",
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

    /// An entry that an event has added again while its step was running is due no later than the event says, and
    /// is not parked.
    async fn postpone(&self, due: &Due, next: &Outlook) -> Result<()> {
        let writing = sqlx::query_scalar(
            "with held as (select from automation.lease where term = $4 for share),
                  later as (update automation.agenda
                            set due_at = case when noted = $3 then $5 else least($5, noted_due_at) end,
                                parked_at = case when noted = $3 then $6 end,
                                last_failure = $7, failures = $8, failing_since = $9
                            where manager = $1 and subject = $2 and unread_version is null
                              and exists (select from held))
             select exists (select from held)",
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
