//! Handles the provider's webhook messages. They arrive late, twice, out of order or never, so the result
//! depends only on the provider's current state and on the log.

use std::convert::Infallible;

use domain::checkout::{
    Checkout, record_dispute::RecordDispute, record_elsewhere::RecordElsewhere,
    record_refund_failure::RecordRefundFailure,
};
use event_store::Provenance;
use shared_events::{Position, ids::CheckoutId};
use uuid::Uuid;

use super::{NotSettled, latest, ports::CheckoutPorts, settle};
use crate::{
    application::{Failure, load},
    payments::{Dispute, Notice, ProviderRefund},
};

/// Carries out whatever the message still requires. Returns the position of the last event that concerns it.
///
/// # Errors
/// Never [`Failure::Refused`]; the provider may send the message again.
pub async fn receive_notice(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    notice: &Notice,
) -> Result<Position, Failure<Infallible>> {
    match notice {
        Notice::Paid(id) => paid(ports, provenance, *id).await,
        Notice::Refunded(intent) => match checkout_of(ports, intent).await? {
            Some(id) => refunded(ports, provenance, id, intent).await,
            None => Ok(Position::START),
        },
        Notice::Disputed { intent, dispute } => match checkout_of(ports, intent).await? {
            Some(id) => disputed(ports, provenance, id, dispute).await,
            None => Ok(Position::START),
        },
        Notice::Other => Ok(Position::START),
    }
}

async fn paid(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
) -> Result<Position, Failure<Infallible>> {
    match settle(ports, provenance, id).await {
        Ok(settled) => Ok(settled.position),
        // The payment is not the shop's, or not paid: the provider's present state overrides the message.
        Err(Failure::Refused(NotSettled::NotFound | NotSettled::NotPaid(_))) => Ok(Position::START),
        Err(failure) => Err(failure.refusal_as_defect()),
    }
}

/// The checkout of this payment; `None` if it is not ours.
async fn checkout_of(ports: &CheckoutPorts, intent: &str) -> Result<Option<CheckoutId>, Failure<Infallible>> {
    let Some(found) = ports.payments.retrieve(intent).await? else { return Ok(None) };
    let checkout = load::<Checkout, Infallible>(&ports.writer.log, found.checkout_id.uuid()).await?.state;
    Ok(checkout.intent.filter(|known| known.id == intent).map(|_| found.checkout_id))
}

/// Records refunds made at the provider itself, and refunds that failed. Our own refunds are recognized by
/// their key.
async fn refunded(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
    intent: &str,
) -> Result<Position, Failure<Infallible>> {
    // A refund needs a recorded payment, and this message may overtake the one about the payment.
    let mut positions = vec![paid(ports, provenance, id).await?];
    let is_news = |refund: &&ProviderRefund| refund.key.is_none() || refund.failure.is_some();
    for refund in ports.payments.refunds(intent).await?.iter().filter(is_news) {
        // Event ids derive from the command id, and several refunds may be recorded at once.
        let command_id = Uuid::new_v5(&provenance.command_id, refund.id.as_bytes());
        let provenance = Provenance { command_id, ..provenance.clone() };
        let refund_id = refund.id.clone();
        let recorded = match refund.failure.clone() {
            None => {
                let command = RecordElsewhere { checkout_id: id, refund_id, amount: refund.amount };
                ports.writer.execute(&provenance, &command).await?
            }
            Some(reason) => {
                let command = RecordRefundFailure { checkout_id: id, refund_id, reason };
                ports.writer.execute(&provenance, &command).await?
            }
        };
        positions.push(recorded.position);
    }
    Ok(latest(positions))
}

async fn disputed(
    ports: &CheckoutPorts,
    provenance: &Provenance,
    id: CheckoutId,
    dispute: &Dispute,
) -> Result<Position, Failure<Infallible>> {
    let Dispute { id: dispute_id, amount, reason, outcome } = dispute.clone();
    let command = RecordDispute { checkout_id: id, id: dispute_id, amount, reason, outcome };
    Ok(ports.writer.execute(provenance, &command).await?.position)
}
