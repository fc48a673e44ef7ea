//! A checkout's hold is released without a sale.

use shared_events::{
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, ProductId},
};

use super::Stock;

/// Release the checkout's units.
#[derive(Clone, Copy, Debug)]
pub struct ReleaseHold {
    pub product_id: ProductId,
    pub checkout_id: CheckoutId,
    pub reason: ReleaseReason,
}

/// Returns the events to append: none without a hold.
pub fn decide(stock: &Stock, command: &ReleaseHold) -> Vec<StockEvent> {
    let hold = stock.holds.get(&command.checkout_id);
    hold.map(|hold| StockEvent::HoldReleased {
        product_id: command.product_id,
        checkout_id: command.checkout_id,
        quantity: hold.quantity,
        reason: command.reason,
    })
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{stock::testing::*, testing::given};

    fn release(number: u128) -> ReleaseHold {
        ReleaseHold {
            product_id: product_id(),
            checkout_id: checkout(number),
            reason: ReleaseReason::Expired,
        }
    }

    #[test]
    fn a_hold_is_released() {
        given::<Stock>(&[counted(5), held(1, 3)])
            .when(|stock| Ok::<_, Infallible>(decide(stock, &release(1))))
            .then(&[released(1, 3, ReleaseReason::Expired)]);
    }

    #[test]
    fn a_hold_is_released_once() {
        given::<Stock>(&[counted(5), held(1, 3), released(1, 3, ReleaseReason::Expired)])
            .when(|stock| Ok::<_, Infallible>(decide(stock, &release(1))))
            .then_nothing();
    }

    #[test]
    fn sold_units_are_not_released() {
        given::<Stock>(&[counted(5), held(1, 3), sold(1, 3)])
            .when(|stock| Ok::<_, Infallible>(decide(stock, &release(1))))
            .then_nothing();
    }
}
