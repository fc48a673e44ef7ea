//! A checkout sets units aside until it is paid.

use chrono::{DateTime, Utc};
use shared_events::{
    events::StockEvent,
    ids::{CheckoutId, ProductId},
};

use super::Stock;

/// Set these units aside.
#[derive(Clone, Copy, Debug)]
pub struct HoldUnits {
    /// Of which product.
    pub product_id: ProductId,
    /// For which checkout.
    pub checkout_id: CheckoutId,
    /// How many.
    pub quantity: u32,
    /// Until when.
    pub until: DateTime<Utc>,
    /// The present moment.
    pub now: DateTime<Utc>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Less is left than was asked for.
    #[error("only {available} are left")]
    NotEnough {
        /// What the checkout could have.
        available: u32,
    },
}

/// Decides. A checkout that holds units already keeps them.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(stock: &Stock, command: &HoldUnits) -> Result<Vec<StockEvent>, Refusal> {
    if stock.live_hold(command.checkout_id, command.now).is_some() {
        return Ok(vec![]);
    }
    let available = stock.available_to(command.checkout_id, command.now);
    if available < command.quantity {
        return Err(Refusal::NotEnough { available });
    }
    Ok(vec![StockEvent::UnitsHeld {
        product_id: command.product_id,
        checkout_id: command.checkout_id,
        quantity: command.quantity,
        until: command.until,
    }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{stock::testing::*, testing::given};

    fn hold(number: u128, quantity: u32) -> HoldUnits {
        HoldUnits {
            product_id: product_id(),
            checkout_id: checkout(number),
            quantity,
            until: later(),
            now: now(),
        }
    }

    #[test]
    fn units_on_hand_are_held() {
        given::<Stock>(&[counted(5)]).when(|stock| decide(stock, &hold(1, 5))).then(&[held(1, 5)]);
    }

    #[test]
    fn what_others_hold_cannot_be_held() {
        given::<Stock>(&[counted(5), held(1, 3)])
            .when(|stock| decide(stock, &hold(2, 3)))
            .then_refused(Refusal::NotEnough { available: 2 });
    }

    #[test]
    fn a_checkout_holds_once() {
        given::<Stock>(&[counted(5), held(1, 3)]).when(|stock| decide(stock, &hold(1, 3))).then_nothing();
    }

    #[test]
    fn an_expired_hold_does_not_stand_in_the_way() {
        let late = HoldUnits { now: later(), ..hold(2, 5) };
        given::<Stock>(&[counted(5), held(1, 3)]).when(|stock| decide(stock, &late)).then(&[held(2, 5)]);
    }

    #[test]
    fn nothing_can_be_held_of_what_was_never_counted() {
        given::<Stock>(&[])
            .when(|stock| decide(stock, &hold(1, 1)))
            .then_refused(Refusal::NotEnough { available: 0 });
    }
}
