//! A checkout is closed for this product because it cannot be fulfilled: its units go back, and none are sold
//! to it later. Without this mark, a concurrent run of the same settlement could still take units that no other
//! step gives back.

use std::convert::Infallible;

use shared_events::{
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, OrderId, ProductId},
};
use uuid::Uuid;

use super::{Stock, restock_units::RestockUnits};
use crate::Command;

/// Close this checkout for this product.
#[derive(Clone, Copy, Debug)]
pub struct CloseCheckout {
    pub product_id: ProductId,
    pub checkout_id: CheckoutId,
    /// The order that the units were meant for.
    pub order_id: OrderId,
}

impl Command for CloseCheckout {
    type Aggregate = Stock;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// Closing twice changes nothing.
    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Infallible> {
        let Self { product_id, checkout_id, order_id } = *self;
        if stock.sales.contains_key(&order_id) {
            return RestockUnits { product_id, order_id }.decide(stock);
        }
        if stock.closed.contains(&checkout_id) {
            return Ok(vec![]);
        }
        let quantity = stock.holds.get(&checkout_id).map_or(0, |hold| hold.quantity);
        Ok(vec![StockEvent::HoldReleased {
            product_id,
            checkout_id,
            quantity,
            reason: ReleaseReason::Unfulfillable,
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{stock::testing::*, testing::given};

    #[track_caller]
    fn closing(history: &[StockEvent], expected: &[StockEvent]) {
        let command =
            CloseCheckout { product_id: product_id(), checkout_id: checkout(1), order_id: order(1) };
        given::<Stock>(history).when(&command).then(expected);
    }

    #[test]
    fn sold_units_return_to_the_shelf_once() {
        closing(&[tomatoes().counted(5), sold(1, 3)], &[restocked(1, 3)]);
        closing(&[tomatoes().counted(5), sold(1, 3), restocked(1, 3)], &[]);
    }

    #[test]
    fn a_hold_is_released() {
        closing(&[tomatoes().counted(5), held(1, 3)], &[released(1, 3, ReleaseReason::Unfulfillable)]);
    }

    #[test]
    fn a_checkout_without_units_is_marked_once() {
        closing(&[tomatoes().counted(5)], &[released(1, 0, ReleaseReason::Unfulfillable)]);
        closing(&[tomatoes().counted(5), released(1, 0, ReleaseReason::Unfulfillable)], &[]);
    }
}
