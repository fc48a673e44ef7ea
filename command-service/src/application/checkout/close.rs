//! Closing an unpaid checkout: the payment is cancelled at the provider first, so that no money can arrive
//! unnoticed, then the stock is released.

use std::convert::Infallible;

use domain::{
    checkout::{
        Checkout, Intent,
        abandon_checkout::{self, AbandonCheckout},
    },
    stock::release_hold::ReleaseHold,
};
use event_store::Provenance;
use futures_util::future::try_join_all;
use shared_events::{
    events::{AbandonReason, ReleaseReason},
    ids::CheckoutId,
};

use super::{at_this_provider, ports::CheckoutPorts, step};
use crate::{
    application::{Failure, load},
    payments::IntentStatus,
};

/// Outcome of closing a checkout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Abandoned without a payment; it holds no units any more.
    Abandoned,
    /// The payment has been made and must be settled.
    Paid,
    /// The payment may still be made: the provider is processing it and cannot cancel it, or the customer goes on.
    Open,
}

/// Closes a checkout, unless it is paid or may still be. Only a payment that was cancelled at the provider, or was
/// never requested, can bring no money. A second call changes nothing, or finishes an interrupted first one.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn close_checkout(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
    reason: AbandonReason,
) -> Result<Closed, Failure<Infallible>> {
    let provenance = &step(provenance, "close", id);
    let loaded = load::<Checkout, Infallible>(&ports.writer.log, id.uuid()).await?;
    let checkout = loaded.state.clone();
    let Some(started) = &checkout.started else { return Ok(Closed::Abandoned) };
    if checkout.payment.is_some() {
        return Ok(Closed::Paid);
    }
    if reason == AbandonReason::Failed && checkout.intent.is_some() {
        // The last step of opening it was written after all, and the same command again goes on with it.
        return Ok(Closed::Open);
    }
    if let Some(kept) = give_up(ports, checkout.intent.as_ref()).await? {
        return Ok(kept);
    }
    let command = AbandonCheckout { checkout_id: id, reason };
    let abandoned = match ports.writer.execute_on(provenance, loaded, &command).await {
        Err(Failure::Refused(abandon_checkout::Refusal::Paid)) => return Ok(Closed::Paid),
        executed => executed.map_err(Failure::refusal_as_defect)?.state,
    };
    // The payment may have been requested after the checkout was loaded. From now on it cannot be.
    if checkout.intent.is_none()
        && let Some(kept) = give_up(ports, abandoned.intent.as_ref()).await?
    {
        return Ok(kept);
    }
    let reason = match reason {
        AbandonReason::Replaced => ReleaseReason::Replaced,
        AbandonReason::Expired => ReleaseReason::Expired,
        AbandonReason::Failed => ReleaseReason::Failed,
    };
    try_join_all(started.lines.iter().map(async |line| {
        let command = ReleaseHold { product_id: line.product_id, checkout_id: id, reason };
        ports.writer.execute_for_position(provenance, &command).await
    }))
    .await?;
    ports.limits.open_holds.end(started.customer_id, id);
    Ok(Closed::Abandoned)
}

/// Cancels a payment at the provider. Returns the reason if that is impossible.
async fn give_up(
    ports: &CheckoutPorts,
    intent: Option<&Intent>,
) -> Result<Option<Closed>, Failure<Infallible>> {
    let Some(intent) = intent else { return Ok(None) };
    at_this_provider(ports, intent)?;
    Ok(match ports.payments.cancel(&intent.id).await? {
        IntentStatus::Canceled => None,
        IntentStatus::Succeeded => Some(Closed::Paid),
        IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction | IntentStatus::Processing => {
            Some(Closed::Open)
        }
    })
}
