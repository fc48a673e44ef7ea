//! Process manager. Settles a paid checkout if no request did so (the browser was closed,
//! the process died). Closes a checkout that is not paid in time, whose units return to the shelf. Submits failed
//! refunds again until a person must act. Makes refunds that waited for a dispute, when it has ended.

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::TimeDelta;
use domain::checkout::{Checkout, Ending, Refund};
use event_store::Provenance;
use shared_events::{
    CodecError, Event, RawEvent, Recorded, decode,
    events::{AbandonReason, CheckoutEvent},
    ids::CheckoutId,
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_stream},
};
use crate::{
    App,
    application::{
        Failure,
        checkout::{Closed, NotSettled, close_checkout, make_good, send_again, settle},
        load,
    },
};

/// How often the provider is queried about an open checkout.
const PROVIDER_POLL_INTERVAL: TimeDelta = TimeDelta::minutes(1);

pub(super) struct SettleOrCloseCheckouts;

#[async_trait]
impl ProcessManager for SettleOrCloseCheckouts {
    fn name(&self) -> &'static str {
        "settle_or_close_checkouts"
    }

    fn category(&self) -> &'static str {
        CheckoutEvent::CATEGORY
    }

    fn moves_money(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            CheckoutEvent::CheckoutStarted { .. } => {
                Some(step_for_stream(event.recorded_at + PROVIDER_POLL_INTERVAL, event))
            }
            CheckoutEvent::CheckoutCompleted { .. } => Some(AgendaChange::Remove(event.stream.id)),
            // A refund of the whole checkout ends it; a refund of a single order comes after its end. An abandoned
            // checkout is checked once more when it expires, because another process may have been holding units for
            // it.
            CheckoutEvent::RefundIssued { order_id: None, .. } => Some(AgendaChange::Remove(event.stream.id)),
            CheckoutEvent::RefundFailed { .. } => {
                Some(step_for_stream(event.recorded_at + Refund::RETRY_DELAY, event))
            }
            CheckoutEvent::ChargeDisputeClosed { .. } => Some(step_for_stream(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, checkout: Uuid) -> Result<StepOutcome, String> {
        finish(app, provenance, CheckoutId::new(checkout)).await.map_err(|failure| failure.to_string())
    }
}

async fn finish(
    app: &App,
    provenance: &Provenance,
    id: CheckoutId,
) -> Result<StepOutcome, Failure<Infallible>> {
    let now = app.clock.now();
    let checkout = load::<Checkout, Infallible>(&app.writer.log, id.uuid()).await?.state;
    let refunds_fail = checkout.refunds.iter().any(Refund::failed);
    if refunds_fail {
        send_again(&app.checkout_ports(), provenance, id).await?;
    }
    if checkout.ending == Some(Ending::Completed) {
        make_good_orders(app, provenance, &checkout).await?;
    }
    if refunds_fail || checkout.ending == Some(Ending::Completed) {
        return Ok(left_of(&checkout));
    }
    let Some(started) = checkout.started else { return Ok(StepOutcome::Done) };
    if started.expires_at <= now {
        match close_checkout(&app.checkout_ports(), provenance, id, AbandonReason::Expired).await? {
            Closed::Abandoned => return Ok(StepOutcome::Done),
            // The payment may still succeed, a minute or an hour later.
            Closed::Open => return Ok(StepOutcome::DueAgain(now + PROVIDER_POLL_INTERVAL)),
            Closed::Paid => {}
        }
    }
    match settle(&app.checkout_ports(), provenance, id).await {
        Ok(_) => Ok(StepOutcome::Done),
        Err(Failure::Refused(NotSettled::NotFound | NotSettled::NotPaid(_))) => {
            let next = now + PROVIDER_POLL_INTERVAL;
            Ok(StepOutcome::DueAgain(if started.expires_at > now {
                next.min(started.expires_at)
            } else {
                next
            }))
        }
        Err(failure) => Err(failure.refusal_as_defect()),
    }
}

/// Refunds the orders whose money a dispute has held.
async fn make_good_orders(
    app: &App,
    provenance: &Provenance,
    checkout: &Checkout,
) -> Result<(), Failure<Infallible>> {
    for planned in checkout.started.iter().flat_map(|started| &started.orders) {
        // Event ids derive from the command id, and several orders may be refunded at once.
        let command_id = Uuid::new_v5(&provenance.command_id, planned.order_id.uuid().as_bytes());
        let provenance = Provenance { command_id, ..provenance.clone() };
        make_good(&app.checkout_ports(), &provenance, planned.order_id).await?;
    }
    Ok(())
}

/// The outcome after all failed refunds were submitted again.
fn left_of(checkout: &Checkout) -> StepOutcome {
    match checkout.refunds.iter().find(|refund| refund.given_up()) {
        None => StepOutcome::Done,
        Some(refund) => StepOutcome::ParkWith(format!(
            "the payment provider could not send a refund of {}, {} times: pay it in another way",
            refund.amount, refund.failures
        )),
    }
}
