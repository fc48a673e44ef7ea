//! Process manager: after a restore, cancels or refunds payments that the provider has but the log does not.
//! `restore` adds its only agenda entry; no event does.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use event_store::Provenance;
use postgres_kit::statements;
use shared_events::{Cents, CodecError, RawEvent, Recorded};
use sqlx::PgExecutor;
use uuid::{Builder, Uuid};

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome},
};
use crate::{
    App,
    application::checkout::{GivenBack, give_back_lost},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn look_for_lost_payments(manager: &str, subject: Uuid, now: DateTime<Utc>) =
        include_str!("sql/look_for_lost_payments.sql");
}

pub(super) struct RefundLostPayments;

const NAME: &str = "refund_lost_payments";
/// How often a payment that may still be paid is checked.
const PROVIDER_POLL_INTERVAL: TimeDelta = TimeDelta::minutes(1);

#[async_trait]
impl ProcessManager for RefundLostPayments {
    fn name(&self) -> &'static str {
        NAME
    }

    /// No stream has this category, because the manager follows no events.
    fn category(&self) -> &'static str {
        "restore"
    }

    fn agenda_change(&self, _: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(None)
    }

    async fn act(&self, app: &App, _: &Provenance, restore: Uuid) -> Result<StepOutcome, String> {
        let since = since(restore).ok_or("the entry's id does not say since when to look")?;
        let outcome =
            give_back_lost(&app.checkout_ports(), since).await.map_err(|failure| failure.to_string())?;
        for (intent, amount) in &outcome.refunded {
            tracing::warn!(%intent, %amount, "refunded a payment that the restored log does not know");
        }
        outcome_of(&outcome, app.clock.now())
    }
}

/// The outcome of the step. A refund that fails at the provider is retried with the usual backoff and finally parked.
/// The failure text names every payment that has not been refunded.
fn outcome_of(outcome: &GivenBack, now: DateTime<Utc>) -> Result<StepOutcome, String> {
    let row = |(id, amount, why): &(String, Cents, String)| format!("{id} ({amount}): {why}");
    let mut rows: Vec<String> = outcome.refused.iter().chain(&outcome.failed).map(row).collect();
    if !outcome.failed.is_empty() {
        rows.extend(outcome.open.iter().map(|id| format!("{id}: it may still be paid")));
        return Err(not_sent_back(&rows));
    }
    if !outcome.open.is_empty() {
        return Ok(StepOutcome::DueAgain(now + PROVIDER_POLL_INTERVAL));
    }
    Ok(if rows.is_empty() { StepOutcome::Done } else { StepOutcome::ParkWith(not_sent_back(&rows)) })
}

fn not_sent_back(rows: &[String]) -> String {
    let rows = rows.join("; ");
    format!(
        "the log knows nothing of these payments, and the payment provider does not send them back: {rows}"
    )
}

/// Makes the process managers check, when they run next, for payments created since this time that the log does
/// not know.
pub async fn look_for_lost_payments(
    database: impl PgExecutor<'_>,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let subject = entry_id(since);
    sql::look_for_lost_payments(NAME, subject, now).execute(database).await.map(drop)
}

/// An id that contains the time (UUID version 7), because an agenda entry has no other field for it.
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
    fn an_entrys_id_contains_the_time() {
        let since_when = DateTime::from_timestamp_millis(1_790_000_000_123).unwrap();
        assert_eq!(since(entry_id(since_when)), Some(since_when));
        assert_eq!(since(Uuid::nil()), None);
    }

    #[test]
    fn the_step_waits_for_open_payments_before_it_is_parked() {
        let now = DateTime::UNIX_EPOCH;
        let refused = vec![("pi_1".to_owned(), Cents(12_00), "the card is closed".to_owned())];
        let mut outcome = GivenBack { open: vec!["pi_2".to_owned()], refused, ..GivenBack::default() };
        assert_eq!(outcome_of(&outcome, now), Ok(StepOutcome::DueAgain(now + PROVIDER_POLL_INTERVAL)));
        outcome.open.clear();
        let Ok(StepOutcome::ParkWith(text)) = outcome_of(&outcome, now) else { panic!("{outcome:?}") };
        assert!(text.ends_with("send them back: pi_1 ($12.00): the card is closed"), "{text}");
        outcome.refused.clear();
        assert_eq!(outcome_of(&outcome, now), Ok(StepOutcome::Done));
    }

    #[test]
    fn a_failed_refund_is_retried_and_its_failure_names_every_other() {
        let refused = vec![("pi_1".to_owned(), Cents(12_00), "it has no money".to_owned())];
        let failed = vec![("pi_2".to_owned(), Cents(7_00), "Stripe answers 500".to_owned())];
        let outcome = GivenBack { open: vec!["pi_3".to_owned()], refused, failed, ..GivenBack::default() };
        let text = outcome_of(&outcome, DateTime::UNIX_EPOCH).unwrap_err();
        let rows =
            "pi_1 ($12.00): it has no money; pi_2 ($7.00): Stripe answers 500; pi_3: it may still be paid";
        assert!(text.ends_with(rows), "{text}");
    }
}
