//! Refunds: decided in the checkout's stream, sent by the provider, recorded on the order.

use std::convert::Infallible;

use domain::{
    checkout::{
        Checkout,
        decide_refund::{self, DecideRefund},
        issue_refund::IssueRefund,
    },
    order::{Order, Placed, record_refund::RecordRefund},
    stock::restock_units::RestockUnits,
};
use event_store::Provenance;
use futures_util::future::try_join_all;
use shared_events::{
    Position,
    events::RefundCause,
    ids::{CheckoutId, OrderId},
};
use uuid::Uuid;

use super::at_this_provider;
use crate::{
    App,
    application::{Failure, load},
};

/// Makes good a cancelled or returned order: the units of a cancelled order return to the shelf, and both are
/// refunded. Happens once, however often it is called; other orders are left alone.
///
/// # Errors
/// Never [`Failure::Refused`]. After a failure, the next call continues where this one stopped.
pub async fn make_good(app: &App, provenance: &Provenance, id: OrderId) -> Result<(), Failure<Infallible>> {
    let order = load::<Order, Infallible>(&app.writer.log, id.uuid()).await?.state;
    let Some((placed, cause)) = order
        .placed
        .and_then(|placed| Some((placed.refund_due()?, placed)))
        .map(|(cause, placed)| (placed, cause))
    else {
        return Ok(());
    };
    if cause == RefundCause::Cancelled {
        restock(app, provenance, id, &placed).await?;
    }
    let command = DecideRefund { checkout_id: placed.checkout_id, order_id: id };
    app.writer.execute(provenance, &command).await.map_err(|failure: Failure<decide_refund::Refusal>| {
        match failure {
            // Planned refunds never exceed the payment, so a person must look at this.
            Failure::Refused(refusal) => Failure::Defect(refusal.to_string()),
            Failure::Unavailable(cause) => Failure::Unavailable(cause),
            Failure::Erased => Failure::Erased,
            Failure::Crowded(crowded) => Failure::Crowded(crowded),
            Failure::Defect(cause) => Failure::Defect(cause),
        }
    })?;
    issue(app, provenance, placed.checkout_id, Some(id)).await?;
    app.writer.execute(provenance, &RecordRefund { order_id: id }).await?;
    Ok(())
}

/// Submits failed refunds to the provider again.
///
/// # Errors
/// Never [`Failure::Refused`]. After a failure, the next call continues where this one stopped.
pub async fn send_again(
    app: &App,
    provenance: &Provenance,
    id: CheckoutId,
) -> Result<(), Failure<Infallible>> {
    let checkout = load::<Checkout, Infallible>(&app.writer.log, id.uuid()).await?.state;
    for refund in checkout.refunds.iter().filter(|refund| refund.failed()) {
        issue(app, provenance, id, refund.order_id).await?;
    }
    Ok(())
}

/// Refunds all of a checkout that cannot be fulfilled.
pub(super) async fn refund_all(
    app: &App,
    provenance: &Provenance,
    id: CheckoutId,
) -> Result<Position, Failure<Infallible>> {
    issue(app, provenance, id, None).await
}

async fn restock(
    app: &App,
    provenance: &Provenance,
    order_id: OrderId,
    placed: &Placed,
) -> Result<(), Failure<Infallible>> {
    try_join_all(placed.lines.iter().map(async |line| {
        let command = RestockUnits { product_id: line.product_id, order_id };
        app.writer.execute_for_position(provenance, &command).await
    }))
    .await?;
    Ok(())
}

/// Submits a decided refund to the provider. The idempotency key makes repeated submissions one refund.
async fn issue(
    app: &App,
    provenance: &Provenance,
    id: CheckoutId,
    order_id: Option<OrderId>,
) -> Result<Position, Failure<Infallible>> {
    let loaded = load::<Checkout, Infallible>(&app.writer.log, id.uuid()).await?;
    let due = loaded.state.refund(order_id).filter(|refund| !refund.issued() && !refund.given_up());
    let (Some(refund), Some(intent)) = (due, &loaded.state.intent) else { return Ok(loaded.position) };
    at_this_provider(app, intent)?;
    let key = order_id.map_or_else(|| id.to_string(), |order| order.to_string());
    let refund_id = app.payments.refund(&intent.id, refund.amount, &key).await?;
    // Event ids derive from the command id: a retry and the refund of another order need their own.
    let command_id = match refund.failures {
        0 => provenance.command_id,
        failures => Uuid::new_v5(&provenance.command_id, format!("refund/{key}/{failures}").as_bytes()),
    };
    let provenance = &Provenance { command_id, ..provenance.clone() };
    let command = IssueRefund { checkout_id: id, order_id, refund_id };
    Ok(app.writer.execute(provenance, &command).await?.position)
}
