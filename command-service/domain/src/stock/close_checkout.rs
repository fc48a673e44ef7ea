//! A checkout is closed for this product because it cannot be fulfilled: its units go back, and none are sold
//! to it later. Without this mark, a concurrent run of the same settlement could still take units that no other
//! step gives back.

use shared_events::{
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, OrderId, ProductId},
};

use super::{Stock, restock_units};

/// Close this checkout for this product.
#[derive(Clone, Copy, Debug)]
pub struct CloseCheckout {
    pub product_id: ProductId,
    pub checkout_id: CheckoutId,
    /// The order that the units were meant for.
    pub order_id: OrderId,
}

/// Returns the events to append. Closing twice changes nothing.
pub fn decide(stock: &Stock, command: &CloseCheckout) -> Vec<StockEvent> {
    let CloseCheckout { product_id, checkout_id, order_id } = *command;
    if stock.sales.contains_key(&order_id) {
        return restock_units::decide(stock, &restock_units::RestockUnits { product_id, order_id });
    }
    if stock.closed.contains(&checkout_id) {
        return vec![];
    }
    let quantity = stock.holds.get(&checkout_id).map_or(0, |hold| hold.quantity);
    vec![StockEvent::HoldReleased { product_id, checkout_id, quantity, reason: ReleaseReason::Unfulfillable }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{stock::testing::*, testing::given};

    #[track_caller]
    fn closing(history: &[StockEvent], expected: &[StockEvent]) {
        let command =
            CloseCheckout { product_id: product_id(), checkout_id: checkout(1), order_id: order(1) };
        given::<Stock>(history).when(|stock| Ok::<_, Infallible>(decide(stock, &command))).then(expected);
    }

    #[test]
    fn sold_units_return_to_the_shelf_once() {
        closing(&[counted(5), sold(1, 3)], &[restocked(1, 3)]);
        closing(&[counted(5), sold(1, 3), restocked(1, 3)], &[]);
    }

    #[test]
    fn a_hold_is_released() {
        closing(&[counted(5), held(1, 3)], &[released(1, 3, ReleaseReason::Unfulfillable)]);
    }

    #[test]
    fn a_checkout_without_units_is_marked_once() {
        closing(&[counted(5)], &[released(1, 0, ReleaseReason::Unfulfillable)]);
        closing(&[counted(5), released(1, 0, ReleaseReason::Unfulfillable)], &[]);
    }
}
