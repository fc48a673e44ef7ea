//! Units are sold: they leave the shelf for a paid order.

use chrono::{DateTime, Utc};
use shared_events::{
    events::StockEvent,
    ids::{CheckoutId, OrderId, ProductId},
};
use uuid::Uuid;

use super::Stock;
use crate::Command;

#[derive(Clone, Copy, Debug)]
pub struct SellUnits {
    pub product_id: ProductId,
    /// The checkout that paid for them.
    pub checkout_id: CheckoutId,
    /// The order that they belong to.
    pub order_id: OrderId,
    /// Number of units.
    pub quantity: u32,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The hold has expired and the units are gone, or the merchant has counted fewer units than were on hold.
    #[error("only {available} are left")]
    NotEnough {
        /// Units that the checkout could get.
        available: u32,
    },
    /// Another line of this checkout was not available, so it gets nothing of this product either.
    #[error("this checkout was closed")]
    Closed,
}

impl Command for SellUnits {
    type Aggregate = Stock;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// Units on hold are reserved for the checkout; after the hold has expired, it still gets them if they
    /// are available. Units already sold to the order stay sold.
    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Refusal> {
        match stock.sales.get(&self.order_id) {
            Some(sale) if sale.restocked => return Err(Refusal::Closed),
            Some(_) => return Ok(vec![]),
            None if stock.closed.contains(&self.checkout_id) => return Err(Refusal::Closed),
            None => {}
        }
        let available = match stock.live_hold(self.checkout_id, self.now) {
            // A live hold does not compete with other holds, but its units must be on the shelf: the merchant may
            // have counted fewer since.
            Some(hold) if hold.quantity >= self.quantity => stock.on_hand,
            _ => stock.available_to(self.checkout_id, self.now),
        };
        if available < self.quantity {
            return Err(Refusal::NotEnough { available });
        }
        Ok(vec![StockEvent::UnitsSold {
            product_id: self.product_id,
            checkout_id: self.checkout_id,
            order_id: self.order_id,
            quantity: self.quantity,
        }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::ReleaseReason;

    use super::*;
    use crate::{stock::testing::*, testing::given};

    fn sell(number: u128, quantity: u32) -> SellUnits {
        SellUnits {
            product_id: product_id(),
            checkout_id: checkout(number),
            order_id: order(number),
            quantity,
            now: now(),
        }
    }

    #[test]
    fn held_units_are_sold() {
        given::<Stock>(&[tomatoes().counted(5), held(1, 3)]).when(&sell(1, 3)).then(&[sold(1, 3)]);
    }

    #[test]
    fn an_order_gets_its_units_once() {
        given::<Stock>(&[tomatoes().counted(5), held(1, 3), sold(1, 3)]).when(&sell(1, 3)).then_nothing();
    }

    #[test]
    fn after_the_hold_has_expired_units_are_taken_again_if_they_are_there() {
        let late = SellUnits { now: later(), ..sell(1, 3) };
        given::<Stock>(&[tomatoes().counted(5), held(1, 3)]).when(&late).then(&[sold(1, 3)]);
        given::<Stock>(&[tomatoes().counted(5), held(1, 3), released(1, 3, ReleaseReason::Expired)])
            .when(&late)
            .then(&[sold(1, 3)]);
    }

    #[test]
    fn after_the_hold_has_expired_units_may_be_gone() {
        let late = SellUnits { now: later(), ..sell(1, 3) };
        given::<Stock>(&[tomatoes().counted(5), held(1, 3), sold(2, 4)])
            .when(&late)
            .then_refused(Refusal::NotEnough { available: 1 });
    }

    #[test]
    fn units_that_others_hold_are_not_sold() {
        given::<Stock>(&[tomatoes().counted(5), held(2, 4)])
            .when(&sell(1, 3))
            .then_refused(Refusal::NotEnough { available: 1 });
    }

    #[test]
    fn a_recount_may_leave_less_than_was_held() {
        given::<Stock>(&[tomatoes().counted(5), held(1, 3), tomatoes().counted(2)])
            .when(&sell(1, 3))
            .then_refused(Refusal::NotEnough { available: 2 });
    }

    #[test]
    fn a_checkout_that_was_closed_gets_nothing() {
        given::<Stock>(&[tomatoes().counted(5), released(1, 0, ReleaseReason::Unfulfillable)])
            .when(&sell(1, 3))
            .then_refused(Refusal::Closed);
        given::<Stock>(&[tomatoes().counted(5), sold(1, 3), restocked(1, 3)])
            .when(&sell(1, 3))
            .then_refused(Refusal::Closed);
    }

    #[test]
    fn the_last_units_are_sold() {
        given::<Stock>(&[tomatoes().counted(3), held(1, 3)]).when(&sell(1, 3)).then(&[sold(1, 3)]);
    }

    #[test]
    fn a_held_unit_on_the_shelf_is_sold_after_a_lower_count() {
        given::<Stock>(&[tomatoes().counted(5), held(1, 3), held(2, 2), tomatoes().counted(3)])
            .when(&sell(1, 3))
            .then(&[sold(1, 3)]);
    }

    #[test]
    fn a_hold_no_longer_counts_at_the_moment_of_its_end() {
        use crate::Aggregate;
        let stock = Stock::fold(&[tomatoes().counted(5), held(1, 3)]);
        let moment = chrono::TimeDelta::microseconds(1);
        assert!(stock.live_hold(checkout(1), later() - moment).is_some());
        assert!(stock.live_hold(checkout(1), later()).is_none());
    }
}
