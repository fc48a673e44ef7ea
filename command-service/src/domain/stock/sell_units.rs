//! Units leave the shelf for an order that is paid.

use chrono::{DateTime, Utc};
use shared_events::{
    events::StockEvent,
    ids::{CheckoutId, OrderId, ProductId},
};

use super::Stock;

/// Take these units off the shelf.
#[derive(Clone, Copy, Debug)]
pub struct SellUnits {
    /// Of which product.
    pub product_id: ProductId,
    /// Which checkout paid for them.
    pub checkout_id: CheckoutId,
    /// Which order they belong to.
    pub order_id: OrderId,
    /// How many.
    pub quantity: u32,
    /// The present moment.
    pub now: DateTime<Utc>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The hold has expired and the units are gone, or the merchant has counted fewer than were held.
    #[error("only {available} are left")]
    NotEnough {
        /// What the checkout could have.
        available: u32,
    },
    /// Another line of this checkout was gone, so that it gets nothing here either.
    #[error("this checkout was closed")]
    Closed,
}

/// Decides. Units that are held are there; after the hold has expired they are taken again if they are there. What is
/// sold to an order already stays sold.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(stock: &Stock, command: &SellUnits) -> Result<Vec<StockEvent>, Refusal> {
    match stock.sales.get(&command.order_id) {
        Some(sale) if sale.restocked => return Err(Refusal::Closed),
        Some(_) => return Ok(vec![]),
        None if stock.closed.contains(&command.checkout_id) => return Err(Refusal::Closed),
        None => {}
    }
    let available = match stock.live_hold(command.checkout_id, command.now) {
        // What a customer has set aside does not depend on other holds, but it must be on the shelf: the merchant may
        // have counted again.
        Some(hold) if hold.quantity >= command.quantity => stock.on_hand,
        _ => stock.available_to(command.checkout_id, command.now),
    };
    if available < command.quantity {
        return Err(Refusal::NotEnough { available });
    }
    Ok(vec![StockEvent::UnitsSold {
        product_id: command.product_id,
        checkout_id: command.checkout_id,
        order_id: command.order_id,
        quantity: command.quantity,
    }])
}

#[cfg(test)]
mod tests {
    use shared_events::events::ReleaseReason;

    use super::*;
    use crate::domain::{stock::testing::*, testing::given};

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
        given::<Stock>(&[counted(5), held(1, 3)])
            .when(|stock| decide(stock, &sell(1, 3)))
            .then(&[sold(1, 3)]);
    }

    #[test]
    fn an_order_gets_its_units_once() {
        given::<Stock>(&[counted(5), held(1, 3), sold(1, 3)])
            .when(|stock| decide(stock, &sell(1, 3)))
            .then_nothing();
    }

    #[test]
    fn after_the_hold_has_expired_units_are_taken_again_if_they_are_there() {
        let late = SellUnits { now: later(), ..sell(1, 3) };
        given::<Stock>(&[counted(5), held(1, 3)]).when(|stock| decide(stock, &late)).then(&[sold(1, 3)]);
        given::<Stock>(&[counted(5), held(1, 3), released(1, 3, ReleaseReason::Expired)])
            .when(|stock| decide(stock, &late))
            .then(&[sold(1, 3)]);
    }

    #[test]
    fn after_the_hold_has_expired_units_may_be_gone() {
        let late = SellUnits { now: later(), ..sell(1, 3) };
        given::<Stock>(&[counted(5), held(1, 3), sold(2, 4)])
            .when(|stock| decide(stock, &late))
            .then_refused(Refusal::NotEnough { available: 1 });
    }

    #[test]
    fn units_that_others_hold_are_not_sold() {
        given::<Stock>(&[counted(5), held(2, 4)])
            .when(|stock| decide(stock, &sell(1, 3)))
            .then_refused(Refusal::NotEnough { available: 1 });
    }

    #[test]
    fn a_recount_may_leave_less_than_was_held() {
        given::<Stock>(&[counted(5), held(1, 3), counted(2)])
            .when(|stock| decide(stock, &sell(1, 3)))
            .then_refused(Refusal::NotEnough { available: 2 });
    }

    #[test]
    fn a_checkout_that_was_closed_gets_nothing() {
        given::<Stock>(&[counted(5), released(1, 0, ReleaseReason::Unfulfillable)])
            .when(|stock| decide(stock, &sell(1, 3)))
            .then_refused(Refusal::Closed);
        given::<Stock>(&[counted(5), sold(1, 3), restocked(1, 3)])
            .when(|stock| decide(stock, &sell(1, 3)))
            .then_refused(Refusal::Closed);
    }

    #[test]
    fn the_last_units_are_sold() {
        given::<Stock>(&[counted(3), held(1, 3)])
            .when(|stock| decide(stock, &sell(1, 3)))
            .then(&[sold(1, 3)]);
    }

    #[test]
    fn what_was_set_aside_first_is_sold_although_the_merchant_has_counted_less_since() {
        given::<Stock>(&[counted(5), held(1, 3), held(2, 2), counted(3)])
            .when(|stock| decide(stock, &sell(1, 3)))
            .then(&[sold(1, 3)]);
    }

    #[test]
    fn a_hold_is_over_at_the_very_moment_at_which_it_ends() {
        use crate::domain::Aggregate;
        let stock = Stock::fold(&[counted(5), held(1, 3)]);
        let moment = chrono::TimeDelta::microseconds(1);
        assert!(stock.live_hold(checkout(1), later() - moment).is_some());
        assert!(stock.live_hold(checkout(1), later()).is_none());
    }
}
