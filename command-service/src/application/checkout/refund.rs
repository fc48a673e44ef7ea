//! Sends decided refunds to the provider.

use std::convert::Infallible;

use domain::checkout::{Checkout, issue_refund::IssueRefund};
use event_store::Provenance;
use shared_events::{
    Cents, Position,
    ids::{CheckoutId, OrderId},
};
use uuid::Uuid;

use super::{at_this_provider, ports::CheckoutPorts};
use crate::{
    application::{Failure, load},
    payments::PaymentError,
};

/// Submits failed refunds to the provider again.
///
/// # Errors
/// Never [`Failure::Refused`]. After a failure, the next call continues where this one stopped.
pub async fn send_again(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
) -> Result<(), Failure<Infallible>> {
    let checkout = load::<Checkout, Infallible>(&ports.writer.log, id.uuid()).await?.state;
    for refund in checkout.refunds.iter().filter(|refund| refund.failed()) {
        issue(ports, provenance, id, refund.order_id).await?;
    }
    Ok(())
}

/// Refunds all of a checkout that cannot be fulfilled.
pub(super) async fn refund_all(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
) -> Result<Position, Failure<Infallible>> {
    issue(ports, provenance, id, None).await
}

/// Submits a decided refund to the provider, unless a dispute holds its money: then the end of the dispute is waited for.
/// The idempotency key makes repeated submissions one refund.
pub(super) async fn issue(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
    order_id: Option<OrderId>,
) -> Result<Position, Failure<Infallible>> {
    let loaded = load::<Checkout, Infallible>(&ports.writer.log, id.uuid()).await?;
    let due = loaded.state.refund(order_id).filter(|refund| !refund.issued() && !refund.given_up());
    let (Some(refund), Some(intent)) = (due, &loaded.state.intent) else { return Ok(loaded.position) };
    if loaded.state.must_wait(refund) {
        return Ok(loaded.position);
    }
    at_this_provider(ports, intent)?;
    let key = order_id.map_or_else(|| id.to_string(), |order| order.to_string());
    let refund_id = match ports.payments.refund(&intent.id, refund.amount, &key).await {
        // The provider holds all of a payment even if a part of it is disputed.
        Err(PaymentError::Disputed(_)) if loaded.state.held() > Cents::ZERO => return Ok(loaded.position),
        refunded => refunded?,
    };
    // Event ids derive from the command id: a retry and the refund of another order need their own.
    let command_id = match refund.failures {
        0 => provenance.command_id,
        failures => Uuid::new_v5(&provenance.command_id, format!("refund/{key}/{failures}").as_bytes()),
    };
    let provenance = &Provenance { command_id, ..provenance.clone() };
    let command = IssueRefund { checkout_id: id, order_id, refund_id };
    Ok(ports.writer.execute(provenance, &command).await?.position)
}
