//! Due steps, and the update of an entry when its step has ended.

use chrono::{DateTime, Utc};
use parked_work::{NextTry, failure_text::storable};
use postgres_kit::{FromRow, statements};
use uuid::Uuid;

use super::{
    super::{agenda_change::Entry, step_retries::STEP_RETRIES},
    Agenda, AgendaError, Result,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn due(manager: &str, now: DateTime<Utc>, limit: i64) -> row Due = include_str!("../sql/due.sql");
    fn all_due(manager: &str, now: DateTime<Utc>, term: Uuid) -> value bool =
        include_str!("../sql/all_due.sql");
    fn read_all_again(manager: &str, term: Uuid) -> value bool = include_str!("../sql/read_all_again.sql");
    fn done(manager: &str, subject: Uuid, noted: Uuid, term: Uuid) -> row Done = include_str!("../sql/done.sql");
    fn take_up_again(manager: &str, subject: Uuid, noted: Uuid, term: Uuid) -> value bool =
        include_str!("../sql/take_up_again.sql");
    fn postpone(
        manager: &str, subject: Uuid, noted: Uuid, term: Uuid, due_at: DateTime<Utc>,
        parked_at: Option<DateTime<Utc>>, failure: Option<&str>, failures: i32,
        failing_since: Option<DateTime<Utc>>,
    ) -> value bool = include_str!("../sql/postpone.sql");
}

/// An entry that is due.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(in crate::automation) struct Due {
    #[row(flatten)]
    pub(in crate::automation) entry: Entry,
    /// A new value each time that an event adds the entry again.
    noted: Uuid,
    /// Number of failures, and the time of the first one.
    pub(in crate::automation) failures: i32,
    pub(in crate::automation) failing_since: Option<DateTime<Utc>>,
    /// An event of the stream was unreadable: the stream must be read again first.
    pub(in crate::automation) unread: bool,
}

/// The outcome of removing an entry.
#[derive(FromRow)]
struct Done {
    /// The term of this process still runs.
    held: bool,
    /// The entry was removed.
    gone: bool,
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
        let reading = sql::due(self.manager, now, at_most).fetch_all(&self.pool);
        Ok(self.in_time(reading).await?)
    }

    /// Makes every entry due now: a process that has just started does not know what the previous one was about to do.
    pub(in crate::automation) async fn all_due(&self, now: DateTime<Utc>) -> Result<()> {
        let writing = sql::all_due(self.manager, now, self.term).fetch_one(&self.pool);
        written(self.in_time(writing).await?)
    }

    /// Makes every stream with an unreadable event due to be read again: the program of this term may be newer than the one
    /// that could not read it.
    pub(in crate::automation) async fn read_all_again(&self) -> Result<()> {
        let writing = sql::read_all_again(self.manager, self.term).fetch_one(&self.pool);
        written(self.in_time(writing).await?)
    }

    /// Removes an entry whose step is done. Keeps an entry that an event has added again while the step was running,
    /// because the step may not have seen that event. Such an entry is due when the event says.
    pub(in crate::automation) async fn done(&self, due: &Due) -> Result<()> {
        let deleting = sql::done(self.manager, due.entry.subject, due.noted, self.term).fetch_one(&self.pool);
        let outcome = self.in_time(deleting).await?;
        written(outcome.held)?;
        if outcome.gone { Ok(()) } else { self.take_up_again(due).await }
    }

    async fn take_up_again(&self, due: &Due) -> Result<()> {
        let writing =
            sql::take_up_again(self.manager, due.entry.subject, due.noted, self.term).fetch_one(&self.pool);
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
        let writing = sql::postpone(
            self.manager,
            due.entry.subject,
            due.noted,
            self.term,
            next.due_at,
            next.parked_at,
            next.failure.as_deref(),
            next.failures,
            next.failing_since,
        )
        .fetch_one(&self.pool);
        written(self.in_time(writing).await?)
    }
}

/// Converts the result of a statement that writes only while the term of the lease is held.
fn written(held: bool) -> Result<()> {
    if held { Ok(()) } else { Err(AgendaError::LeaseLost) }
}
