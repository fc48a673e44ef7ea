//! Makes good a cancelled or returned order: returns its units to the shelf, and its money to the customer.

use std::convert::Infallible;

use domain::{
    checkout::{
        Checkout,
        decide_refund::{self, DecideRefund},
    },
    order::{Order, Placed, record_refund::RecordRefund},
    stock::restock_units::RestockUnits,
};
use event_store::Provenance;
use futures_util::future::try_join_all;
use shared_events::{events::RefundCause, ids::OrderId};

use super::{ports::CheckoutPorts, refund::issue};
use crate::application::{Failure, load};

/// Makes good an order: the units of a cancelled order return to the shelf, and a cancelled or returned order is
/// refunded. Repeated calls do so only once. Orders in any other state are left alone, and so is the money that a
/// dispute holds: the process manager `settle_or_close_checkouts` calls this again when the dispute has ended.
///
/// # Errors
/// Never [`Failure::Refused`]. After a failure, the next call continues where this one stopped.
pub async fn make_good(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: OrderId,
) -> Result<(), Failure<Infallible>> {
    let order = load::<Order, Infallible>(&ports.writer.log, id.uuid()).await?.state;
    let Some((placed, cause)) = order
        .placed
        .and_then(|placed| Some((placed.refund_due()?, placed)))
        .map(|(cause, placed)| (placed, cause))
    else {
        return Ok(());
    };
    if cause == RefundCause::Cancelled {
        restock(ports, provenance, id, &placed).await?;
    }
    let command = DecideRefund { checkout_id: placed.checkout_id, order_id: id };
    match ports.writer.execute(provenance, &command).await {
        Err(Failure::Refused(decide_refund::Refusal::Disputed)) => return Ok(()),
        // Decided refunds never exceed the payment, so any other refusal needs a person.
        decided => decided.map_err(Failure::refusal_as_defect)?,
    };
    issue(ports, provenance, placed.checkout_id, Some(id)).await?;
    let checkout = load::<Checkout, Infallible>(&ports.writer.log, placed.checkout_id.uuid()).await?.state;
    if checkout.refund(Some(id)).is_some_and(|refund| !refund.issued() && !refund.given_up()) {
        return Ok(());
    }
    let (amount, rest_paid_back_by) = checkout.refunded_for(id);
    ports.writer.execute(provenance, &RecordRefund { order_id: id, amount, rest_paid_back_by }).await?;
    Ok(())
}

async fn restock(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    order_id: OrderId,
    placed: &Placed,
) -> Result<(), Failure<Infallible>> {
    try_join_all(placed.lines.iter().map(async |line| {
        let command = RestockUnits { product_id: line.product_id, order_id };
        ports.writer.execute_for_position(provenance, &command).await
    }))
    .await?;
    Ok(())
}
