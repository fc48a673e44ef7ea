//! Use cases of orders: status changes and cancellations. Process managers do what follows from a cancellation
//! or a return; see [`crate::automation`].

use domain::order::{
    Order,
    cancel_order::{self, CancelOrder},
    change_status::{self, ChangeStatus},
};
use event_store::Provenance;
use shared_events::{Position, shop::OrderStatus};

use super::{Failure, execute, reviews::note_purchases};
use crate::App;

/// A merchant changes the status of an order, or an admin records a return.
pub async fn change_status(
    app: &App,
    provenance: &Provenance,
    command: &ChangeStatus,
) -> Result<Position, Failure<change_status::Refusal>> {
    let change = async |command: &ChangeStatus| {
        let decide = |order: &Order| change_status::decide(order, command);
        execute(app, provenance, command.order_id.uuid(), decide).await.map(|executed| executed.position)
    };
    let changed = match change(command).await {
        Err(Failure::Erased) => {
            change(&ChangeStatus { customer_is_forgotten: true, ..command.clone() }).await
        }
        changed => changed,
    };
    if changed.is_ok() && matches!(command.to, OrderStatus::Delivered | OrderStatus::Returned) {
        // Done at once, so that the customer need not wait before writing a review; process managers make up
        // for a failure here.
        if let Err(failure) = note_purchases(app, provenance, command.order_id).await {
            tracing::warn!(order = %command.order_id, %failure, "cannot note the purchases of this order yet");
        }
    }
    changed
}

/// A customer cancels an order.
pub async fn cancel(
    app: &App,
    provenance: &Provenance,
    command: &CancelOrder,
) -> Result<Position, Failure<cancel_order::Refusal>> {
    let decide = |order: &Order| cancel_order::decide(order, command);
    execute(app, provenance, command.order_id.uuid(), decide).await.map(|executed| executed.position)
}
