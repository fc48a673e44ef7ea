//! After a restore: payments that the provider knows and the log does not are given up or sent back. `restore` puts the one
//! entry on the agenda; no event does.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use event_store::Provenance;
use shared_events::{Cents, CodecError, RawEvent, Recorded};
use sqlx::PgExecutor;
use uuid::{Builder, Uuid};

use super::{
    note::Note,
    runner::{Left, ProcessManager},
};
use crate::{
    App,
    application::checkout::{GivenBack, give_back_lost},
};

pub(super) struct RefundLostPayments;

const NAME: &str = "refund_lost_payments";
/// How often to look at a payment that may still be paid.
const LOOK_EVERY: TimeDelta = TimeDelta::minutes(1);

#[async_trait]
impl ProcessManager for RefundLostPayments {
    fn name(&self) -> &'static str {
        NAME
    }

    /// No stream has it: there is nothing to follow.
    fn category(&self) -> &'static str {
        "restore"
    }

    fn note(&self, _: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError> {
        Ok(None)
    }

    async fn act(&self, app: &App, _: &Provenance, restore: Uuid) -> Result<Left, String> {
        let since = since(restore).ok_or("the entry's id does not say since when to look")?;
        let outcome = give_back_lost(app, since).await.map_err(|failure| failure.to_string())?;
        for (intent, amount) in &outcome.refunded {
            tracing::warn!(%intent, %amount, "a payment that the restored log does not know was sent back");
        }
        Ok(left_of(&outcome, app.clock.now()))
    }
}

fn left_of(outcome: &GivenBack, now: DateTime<Utc>) -> Left {
    if !outcome.open.is_empty() {
        return Left::LookAgain(now + LOOK_EVERY);
    }
    if outcome.refused.is_empty() {
        return Left::Nothing;
    }
    let row = |(id, amount, why): &(String, Cents, String)| format!("{id} ({amount}): {why}");
    let rows: Vec<String> = outcome.refused.iter().map(row).collect();
    Left::GiveUp(format!(
        "the log knows nothing of these payments, and the payment provider does not send them back: {}",
        rows.join("; ")
    ))
}

/// Has the process managers look, when they run next, for payments made since this moment that the log does not know.
///
/// # Errors
/// Those of the database.
pub async fn look_for_lost_payments(
    database: impl PgExecutor<'_>,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let subject = entry_id(since);
    sqlx::query(
        "insert into automation.agenda (manager, subject, cause, correlation, due_at) values ($1, $2, $2, $2, $3)
         on conflict do nothing",
    )
    .bind(NAME)
    .bind(subject)
    .bind(now)
    .execute(database)
    .await
    .map(drop)
}

/// An id that has the moment in it (UUID version 7): an entry of the agenda has no other place for it.
fn entry_id(since: DateTime<Utc>) -> Uuid {
    let milliseconds = since.timestamp_millis().unsigned_abs();
    Builder::from_unix_timestamp_millis(milliseconds, &[0; 10]).into_uuid()
}

fn since(id: Uuid) -> Option<DateTime<Utc>> {
    let (seconds, nanoseconds) = id.get_timestamp()?.to_unix();
    DateTime::from_timestamp(i64::try_from(seconds).ok()?, nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_since_when_to_look() {
        let since_when = DateTime::from_timestamp_millis(1_790_000_000_123).unwrap();
        assert_eq!(since(entry_id(since_when)), Some(since_when));
        assert_eq!(since(Uuid::nil()), None);
    }

    #[test]
    fn what_may_still_be_paid_is_waited_for_before_anybody_is_asked_to_look() {
        let now = DateTime::UNIX_EPOCH;
        let refused = vec![("pi_1".to_owned(), Cents(12_00), "the card is closed".to_owned())];
        let mut outcome = GivenBack { open: vec!["pi_2".to_owned()], refused, ..GivenBack::default() };
        assert_eq!(left_of(&outcome, now), Left::LookAgain(now + LOOK_EVERY));
        outcome.open.clear();
        let Left::GiveUp(text) = left_of(&outcome, now) else { panic!("{outcome:?}") };
        assert!(text.ends_with("send them back: pi_1 ($12.00): the card is closed"), "{text}");
        outcome.refused.clear();
        assert_eq!(left_of(&outcome, now), Left::Nothing);
    }
}
