//! A checkout's hold is released without a sale.

use std::convert::Infallible;

use shared_events::{
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, ProductId},
};
use uuid::Uuid;

use super::Stock;
use crate::Command;

/// Release the checkout's units.
#[derive(Clone, Copy, Debug)]
pub struct ReleaseHold {
    pub product_id: ProductId,
    pub checkout_id: CheckoutId,
    pub reason: ReleaseReason,
}

impl Command for ReleaseHold {
    type Aggregate = Stock;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// Returns the events to append: none without a hold.
    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Infallible> {
        let hold = stock.holds.get(&self.checkout_id);
        Ok(hold
            .map(|hold| StockEvent::HoldReleased {
                product_id: self.product_id,
                checkout_id: self.checkout_id,
                quantity: hold.quantity,
                reason: self.reason,
            })
            .into_iter()
            .collect())
    }
}

#[cfg(test)]
mod tests {
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
        given::<Stock>(&[tomatoes().counted(5), held(1, 3)]).when(&release(1)).then(&[released(
            1,
            3,
            ReleaseReason::Expired,
        )]);
    }

    #[test]
    fn a_hold_is_released_once() {
        given::<Stock>(&[tomatoes().counted(5), held(1, 3), released(1, 3, ReleaseReason::Expired)])
            .when(&release(1))
            .then_nothing();
    }

    #[test]
    fn sold_units_are_not_released() {
        given::<Stock>(&[tomatoes().counted(5), held(1, 3), sold(1, 3)]).when(&release(1)).then_nothing();
    }
}
