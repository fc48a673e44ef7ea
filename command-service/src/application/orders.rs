//! Use case: the status of an order changes. Process managers carry out what a cancellation or a return requires.

use domain::order::change_status::{self, ChangeStatus};
use event_store::Provenance;
use shared_events::{Position, shop::OrderStatus};

use super::{Failure, Writer, reviews::note_purchases};

/// A merchant changes the status of an order, or an admin records a return.
pub async fn change_status(
    writer: &Writer,
    provenance: &Provenance,
    command: &ChangeStatus,
) -> Result<Position, Failure<change_status::Refusal>> {
    let changed = match writer.execute(provenance, command).await {
        Err(Failure::Erased) => {
            let command = ChangeStatus { customer_is_forgotten: true, ..command.clone() };
            writer.execute(provenance, &command).await
        }
        changed => changed,
    };
    if changed.is_ok() && matches!(command.to, OrderStatus::Delivered | OrderStatus::Returned) {
        // Noted at once, so that the customer can write a review without waiting. After a failure here, a process
        // manager notes the purchases.
        if let Err(failure) = note_purchases(writer, provenance, command.order_id).await {
            tracing::warn!(order = %command.order_id, %failure, "cannot note the purchases of an order; a process manager will");
        }
    }
    changed.map(|executed| executed.position)
}
