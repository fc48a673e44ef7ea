//! A checkout holds units until it is paid or the hold expires.

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    events::StockEvent,
    ids::{CheckoutId, ProductId},
};
use uuid::Uuid;

use super::Stock;
use crate::Command;

/// How long a checkout holds its goods while it waits for the payment.
pub const HOLD_DURATION: TimeDelta = TimeDelta::minutes(15);

#[derive(Clone, Copy, Debug)]
pub struct HoldUnits {
    pub product_id: ProductId,
    pub checkout_id: CheckoutId,
    /// Number of units.
    pub quantity: u32,
    /// When the hold expires.
    pub until: DateTime<Utc>,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Fewer units are available than requested.
    #[error("only {available} are left")]
    NotEnough {
        /// Units that the checkout could get.
        available: u32,
    },
}

impl Command for HoldUnits {
    type Aggregate = Stock;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// A checkout that already holds units keeps them.
    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Refusal> {
        if stock.live_hold(self.checkout_id, self.now).is_some() {
            return Ok(vec![]);
        }
        let available = stock.available_to(self.checkout_id, self.now);
        if available < self.quantity {
            return Err(Refusal::NotEnough { available });
        }
        Ok(vec![StockEvent::UnitsHeld {
            product_id: self.product_id,
            checkout_id: self.checkout_id,
            quantity: self.quantity,
            until: self.until,
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{stock::testing::*, testing::given};

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
        given::<Stock>(&[tomatoes().counted(5)]).when(&hold(1, 5)).then(&[held(1, 5)]);
    }

    #[test]
    fn units_held_by_others_cannot_be_held() {
        given::<Stock>(&[tomatoes().counted(5), held(1, 3)])
            .when(&hold(2, 3))
            .then_refused(Refusal::NotEnough { available: 2 });
    }

    #[test]
    fn a_checkout_holds_once() {
        given::<Stock>(&[tomatoes().counted(5), held(1, 3)]).when(&hold(1, 3)).then_nothing();
    }

    #[test]
    fn an_expired_hold_does_not_block_others() {
        let late = HoldUnits { now: later(), ..hold(2, 5) };
        given::<Stock>(&[tomatoes().counted(5), held(1, 3)]).when(&late).then(&[held(2, 5)]);
    }

    #[test]
    fn a_product_that_was_never_counted_cannot_be_held() {
        given::<Stock>(&[]).when(&hold(1, 1)).then_refused(Refusal::NotEnough { available: 0 });
    }
}
