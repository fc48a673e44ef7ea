//! The money that an agenda entry is about, computed from its checkout or order. Personal data stays encrypted.

use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    Aggregate,
    checkout::{Checkout, Ending, Refund},
    order::Order,
};
use event_store::{EventLog, LogError};
use postgres_kit::{Pool, statements};
use shared_events::{Cents, Event, StreamId, decode, events::CheckoutEvent};

use super::{agenda_row::AgendaRow, deadline::in_time, managers::MANAGERS, waiting::WaitingStep};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn refunds(managers: &[&str], later: DateTime<Utc>, limit: i64) -> row AgendaRow = concat!(
        include_str!("sql/select_agenda.sql"),
        "WHERE manager = ANY($1)
           AND (manager <> 'settle_or_close_checkouts' OR failures > 0 OR parked_at IS NOT NULL OR due_at > $2)
         ORDER BY parked_at IS NULL, failures = 0, due_at LIMIT $3"
    );
}

/// The money that an agenda entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// A refund that is due to the customer and that the provider has not accepted.
    Refund(Cents),
    /// A payment that the provider has captured, whose orders are not placed.
    Capture(Cents),
}

/// Refunds that the provider has not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenRefunds {
    /// Number of refunds.
    pub count: u64,
    /// Their total.
    pub amount: Cents,
    /// Whether there are more entries than were examined.
    pub more: bool,
}

/// Why the stakes cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum StakeError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The history is unreadable.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// The most events of a checkout or order that are read; real ones have about a dozen.
const MAX_EVENTS_READ: usize = 1_000;
/// An open checkout is checked every minute. An entry due later than this is a refund to retry.
const LATER_THAN_OPEN_CHECKOUTS: TimeDelta = TimeDelta::minutes(5);
/// The most entries examined by [`open_refunds`].
const MAX_ENTRIES_EXAMINED: usize = 200;

/// The money that a step is about; `None` if no money moves, or if the history does not contain the amount.
pub async fn at_stake(log: &EventLog, waiting: &WaitingStep) -> Result<Option<Stake>, LogError> {
    let moves = MANAGERS.iter().any(|manager| manager.name() == waiting.manager && manager.moves_money());
    if !moves {
        return Ok(None);
    }
    if waiting.stream.category == CheckoutEvent::CATEGORY {
        return Ok(fold::<Checkout>(log, &waiting.stream).await?.as_ref().and_then(of_checkout));
    }
    let Some(Order { placed: Some(order) }) = fold(log, &waiting.stream).await? else { return Ok(None) };
    if order.refund_due().is_none() {
        return Ok(None);
    }
    let paid = StreamId::new(CheckoutEvent::CATEGORY, order.checkout_id.uuid());
    let Some(checkout) = fold::<Checkout>(log, &paid).await? else { return Ok(None) };
    let id = waiting.stream.id;
    let decided =
        checkout.refunds.iter().find(|refund| refund.order_id.is_some_and(|order| order.uuid() == id));
    Ok(match decided {
        Some(refund) if refund.issued() => None,
        Some(refund) => Some(Stake::Refund(refund.amount)),
        None => Some(Stake::Refund(order.amounts.total.min(checkout.refundable()))),
    })
}

fn of_checkout(checkout: &Checkout) -> Option<Stake> {
    let open: Cents = checkout.refunds.iter().filter(|one| !one.issued()).map(|one| one.amount).sum();
    let whole = checkout.refunds.iter().any(|refund: &Refund| refund.order_id.is_none());
    match (&checkout.ending, checkout.payment) {
        _ if open > Cents::ZERO => Some(Stake::Refund(open)),
        (None, Some(payment)) if !whole => Some(Stake::Capture(payment.amount)),
        (Some(Ending::Unfulfillable(_)), Some(_)) if !whole => Some(Stake::Refund(checkout.refundable())),
        _ => None,
    }
}

/// The state after a history; `None` if an event of it is unreadable.
async fn fold<A: Aggregate>(log: &EventLog, stream: &StreamId) -> Result<Option<A>, LogError> {
    let events = log.read_stream_masked(stream, 0, MAX_EVENTS_READ).await?;
    let events: Result<Vec<A::Event>, _> = events.iter().map(|event| decode(&event.event)).collect();
    Ok(events.ok().map(|events| A::fold(&events)))
}

/// The refunds that the provider has not accepted.
pub async fn open_refunds(
    pool: &Pool,
    log: &EventLog,
    now: DateTime<Utc>,
) -> Result<OpenRefunds, StakeError> {
    let names: Vec<&str> =
        MANAGERS.iter().filter(|manager| manager.moves_money()).map(|manager| manager.name()).collect();
    let later = now + LATER_THAN_OPEN_CHECKOUTS;
    let limit = i64::try_from(MAX_ENTRIES_EXAMINED + 1).unwrap_or(i64::MAX);
    let reading = sql::refunds(&names, later, limit).fetch_all(pool);
    let rows = in_time(reading).await?;
    let mut refunds = OpenRefunds { count: 0, amount: Cents::ZERO, more: rows.len() > MAX_ENTRIES_EXAMINED };
    for waiting in rows.into_iter().take(MAX_ENTRIES_EXAMINED).filter_map(WaitingStep::of) {
        if let Some(Stake::Refund(amount)) = at_stake(log, &waiting).await? {
            refunds.count += 1;
            refunds.amount += amount;
        }
    }
    Ok(refunds)
}
