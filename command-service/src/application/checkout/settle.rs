//! Settling: a paid checkout becomes orders, exactly once. The customer's browser, the provider's webhook and the
//! process manager `settle_or_close_checkouts` all call this, possibly at the same time; each step is recorded in a
//! stream and done once.

use std::convert::Infallible;

use chrono::{DateTime, Utc};
use domain::{
    account::Account,
    checkout::{
        Checkout, Ending, Started,
        complete_checkout::CompleteCheckout,
        receive_payment::{ReceivePayment, SentBack},
        some_left,
    },
    order::place_order::PlaceOrder,
    stock::{
        close_checkout::CloseCheckout,
        sell_units::{self, SellUnits},
    },
};
use event_store::Provenance;
use futures_util::future::try_join_all;
use shared_events::{
    Cents, Position,
    events::PlannedOrder,
    ids::{CheckoutId, OrderId},
    shop::Line,
};

use super::{at_this_provider, latest, ports::CheckoutPorts, refund::refund_all, step};
use crate::{
    application::{Executed, Failure, KnownState, Loaded, load},
    payments::{IntentStatus, PaymentError, ProviderIntent},
};

#[derive(Debug)]
pub struct Settled {
    /// The content of the checkout, fixed when it started.
    pub started: Started,
    pub outcome: Outcome,
    /// When the shop learned of the payment.
    pub paid_at: DateTime<Utc>,
    /// Position in the log of the last event.
    pub position: Position,
}

/// Outcome of a paid checkout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All orders are placed.
    Ordered,
    /// The goods were sold out, and everything is refunded. The text is for the customer.
    Unfulfillable(String),
}

/// Reasons why there is nothing to settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSettled {
    /// There is no such checkout.
    #[error("Payment not found")]
    NotFound,
    /// The payment was not made.
    #[error("{}", not_paid(*.0))]
    NotPaid(IntentStatus),
}

/// The text for the customer about a payment with this status.
const fn not_paid(status: IntentStatus) -> &'static str {
    match status {
        IntentStatus::RequiresPaymentMethod => "This order has not been paid for yet. Please pay first.",
        IntentStatus::RequiresAction => {
            "Additional authentication required. Please complete the verification."
        }
        IntentStatus::Processing => "Your payment is still being processed. Please wait a moment.",
        IntentStatus::Canceled => "This payment was cancelled. Please start the checkout again.",
        IntentStatus::Succeeded => "This payment is being confirmed. Please wait a moment.",
    }
}

/// Settles a checkout. Settling again returns the same outcome.
///
/// # Errors
/// See [`NotSettled`] and [`Failure`]. After a failure, the next call continues where this one stopped.
pub async fn settle(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
) -> Result<Settled, Failure<NotSettled>> {
    let loaded = load(&ports.writer.log, id.uuid()).await?;
    settle_loaded(ports, provenance, id, loaded).await
}

/// [`settle`] for callers that have just loaded the checkout.
pub async fn settle_loaded(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
    loaded: Loaded<Checkout>,
) -> Result<Settled, Failure<NotSettled>> {
    let provenance = &step(provenance, "settle", id);
    let Some(started) = loaded.state.started.clone() else {
        return Err(Failure::Refused(NotSettled::NotFound));
    };
    let paid: KnownState<Checkout> = match loaded.state.payment {
        Some(_) => loaded.into(),
        None => receive(ports, provenance, loaded, &started).await?.into(),
    };
    let position = paid.position;
    let paid_at = paid.state.payment.as_ref().map_or(provenance.at, |payment| payment.received_at);
    let (outcome, done) = match paid.state.ending.clone() {
        Some(Ending::Completed) => (Outcome::Ordered, position),
        Some(Ending::Unfulfillable(reason)) => {
            let done = give_back(ports, provenance, &started).await.map_err(Failure::never_refused)?;
            (Outcome::Unfulfillable(reason), done)
        }
        None => {
            // Orders carry the time at which the payment was received, even if they are placed later: the customer
            // was told that date.
            let provenance = &Provenance { at: paid_at, ..provenance.clone() };
            (
                Outcome::Ordered,
                place_orders(ports, provenance, &started, paid).await.map_err(Failure::never_refused)?,
            )
        }
    };
    ports.limits.open_holds.end(started.customer_id, id);
    Ok(Settled { started, outcome, paid_at, position: position.max(done) })
}

/// Sells the units, then records the payment together with whether the goods are available: that one append
/// decides for all concurrent callers.
async fn receive(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    loaded: Loaded<Checkout>,
    started: &Started,
) -> Result<Executed<Checkout>, Failure<NotSettled>> {
    let intent = paid_intent(ports, &loaded.state).await?;
    let selling = started
        .lines_with_orders()
        .map(async |(line, order)| sell(ports, provenance, started, line, order).await);
    let sent_back = sent_back(ports, &intent, started).await?;
    let sold_out = try_join_all(selling).await.map_err(Failure::never_refused)?;
    let closed = try_join_all(started.orders.iter().map(|order| is_closed(ports, started, order))).await?;
    let gone: Vec<String> = closed.into_iter().chain(sold_out).flatten().collect();
    let command = ReceivePayment {
        checkout_id: started.checkout_id,
        intent_id: intent.id,
        amount: intent.amount,
        now: provenance.at,
        gone: (!gone.is_empty()).then(|| gone.join(". ")),
        sent_back,
    };
    ports.writer.execute_on(provenance, loaded, &command).await.map_err(Failure::never_refused)
}

/// The text for the customer if a merchant was deactivated or has left since the checkout was opened: nobody would
/// carry out the order.
async fn is_closed(
    ports: &CheckoutPorts,
    started: &Started,
    order: &PlannedOrder,
) -> Result<Option<String>, Failure<NotSettled>> {
    let merchant = load::<Account, _>(&ports.writer.log, order.merchant_id.uuid()).await?.state;
    let name = started.lines_of(order.merchant_id).next().map(|line| &line.merchant_name);
    Ok(name.filter(|_| merchant.has_left()).map(|name| format!("{name} does not take orders any more")))
}

async fn paid_intent(
    ports: &CheckoutPorts,
    checkout: &Checkout,
) -> Result<ProviderIntent, Failure<NotSettled>> {
    let Some(intent) = &checkout.intent else {
        return Err(Failure::Refused(NotSettled::NotPaid(IntentStatus::RequiresPaymentMethod)));
    };
    at_this_provider(ports, intent)?;
    let intent = ports.payments.retrieve(&intent.id).await?.ok_or(Failure::Refused(NotSettled::NotFound))?;
    if intent.status == IntentStatus::Succeeded {
        Ok(intent)
    } else {
        Err(Failure::Refused(NotSettled::NotPaid(intent.status)))
    }
}

/// The refunds at the provider of a payment that the log has not received. Either the log has lost events, or the
/// refund was made at the provider directly.
async fn sent_back(
    ports: &CheckoutPorts,
    intent: &ProviderIntent,
    started: &Started,
) -> Result<Vec<SentBack>, PaymentError> {
    if intent.refunded == Some(Cents::ZERO) {
        return Ok(Vec::new());
    }
    let refunds = ports.payments.refunds(&intent.id).await?;
    let order_of = |key: &str| {
        let mut orders = started.orders.iter().map(|order| order.order_id);
        orders.find(|order| order.to_string() == key)
    };
    let sent = refunds.into_iter().filter(|refund| refund.failure.is_none()).map(|refund| SentBack {
        order_id: refund.key.as_deref().and_then(order_of),
        refund_id: refund.id,
        amount: refund.amount,
    });
    Ok(sent.collect())
}

/// Sells one line. Returns the text for the customer if its units are sold out.
async fn sell(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    started: &Started,
    line: &Line,
    order_id: OrderId,
) -> Result<Option<String>, Failure<Infallible>> {
    let command = SellUnits {
        product_id: line.product_id,
        checkout_id: started.checkout_id,
        order_id,
        quantity: line.quantity,
        now: provenance.at,
    };
    match ports.writer.execute_for_position(provenance, &command).await {
        Ok(_) => Ok(None),
        Err(Failure::Refused(sell_units::Refusal::NotEnough { available })) => {
            Ok(Some(some_left(&line.name, &line.unit, available)))
        }
        Err(Failure::Refused(sell_units::Refusal::Closed)) => Ok(Some(some_left(&line.name, &line.unit, 0))),
        Err(failure) => Err(failure.refusal_as_defect()),
    }
}

async fn place_orders(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    started: &Started,
    paid: KnownState<Checkout>,
) -> Result<Position, Failure<Infallible>> {
    let placing = started.orders.iter().map(async |planned| {
        let command = PlaceOrder { checkout: started, planned };
        // Usually no other caller came first, so the stream is not read beforehand.
        ports.writer.execute_on(provenance, Loaded::empty_stream(), &command).await
    });
    let placed = latest(try_join_all(placing).await?.iter().map(|order| order.position));
    let command = CompleteCheckout { checkout_id: started.checkout_id };
    let completed = ports.writer.execute_on(provenance, paid, &command).await?;
    Ok(completed.position.max(placed))
}

/// Returns the sold units to the shelves and refunds everything.
async fn give_back(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    started: &Started,
) -> Result<Position, Failure<Infallible>> {
    try_join_all(started.lines_with_orders().map(async |(line, order_id)| {
        let command =
            CloseCheckout { product_id: line.product_id, checkout_id: started.checkout_id, order_id };
        ports.writer.execute_for_position(provenance, &command).await
    }))
    .await?;
    refund_all(ports, provenance, started.checkout_id).await
}
