//! A merchant states in the product form how many units can be bought.
//!
//! The form shows the units that are neither sold nor on hold, and customers buy while it is open. If the
//! request includes the number that the form showed, only the difference is applied, so that sales since then
//! are not undone. Otherwise the stated number is available from now on. Units on hold stay on hold in both
//! cases.

use std::convert::Infallible;

use chrono::{DateTime, Utc};
use shared_events::{events::StockEvent, ids::ProductId};
use uuid::Uuid;

use super::Stock;
use crate::Command;

/// This many units can be bought.
#[derive(Clone, Copy, Debug)]
pub struct RestateStock {
    pub product_id: ProductId,
    /// Number of units, without those on hold.
    pub quantity: u32,
    /// The number that the merchant's form showed when it was loaded, if known.
    pub seen: Option<u32>,
    /// Current time; holds that have expired by now do not count.
    pub now: DateTime<Utc>,
}

impl Command for RestateStock {
    type Aggregate = Stock;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// Never refused: the result is at least zero. A form that is sent twice changes the stock once.
    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Infallible> {
        let Self { product_id, quantity, seen, now } = *self;
        let live = stock.holds.values().filter(|hold| hold.until > now);
        let held = live.fold(0_u32, |sum, hold| sum.saturating_add(hold.quantity));
        let available = stock.on_hand.saturating_sub(held);
        let wanted = match seen {
            _ if stock.counted && available == quantity => return Ok(vec![]),
            Some(seen) if quantity >= seen => available.saturating_add(quantity - seen),
            Some(seen) => available.saturating_sub(seen - quantity),
            None => quantity,
        };
        let on_hand = wanted.saturating_add(held);
        if stock.counted && on_hand == stock.on_hand {
            return Ok(vec![]);
        }
        Ok(vec![StockEvent::StockCounted { product_id, quantity: on_hand }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{stock::testing::*, testing::given};

    #[track_caller]
    fn restating(history: &[StockEvent], quantity: u32, seen: Option<u32>, expected: &[StockEvent]) {
        let command = RestateStock { product_id: product_id(), quantity, seen, now: now() };
        given::<Stock>(history).when(&command).then(expected);
    }

    #[test]
    fn the_stated_number_excludes_units_on_hold() {
        restating(&[tomatoes().counted(10)], 12, None, &[tomatoes().counted(12)]);
        restating(&[tomatoes().counted(10), held(1, 3)], 12, None, &[tomatoes().counted(15)]);
        restating(&[tomatoes().counted(10), held(1, 3)], 0, None, &[tomatoes().counted(3)]);
    }

    #[test]
    fn an_unchanged_number_causes_no_event() {
        restating(&[tomatoes().counted(10), held(1, 3)], 7, None, &[]);
        restating(&[tomatoes().counted(10), held(1, 3)], 7, Some(9), &[]);
        restating(&[tomatoes().counted(10), sold(1, 3)], 10, Some(10), &[]);
        restating(&[], 0, None, &[tomatoes().counted(0)]);
    }

    #[test]
    fn sales_since_the_form_was_loaded_are_not_undone() {
        restating(&[tomatoes().counted(10), sold(1, 3)], 15, Some(10), &[tomatoes().counted(12)]);
        restating(&[tomatoes().counted(10), sold(1, 3)], 8, Some(10), &[tomatoes().counted(5)]);
        restating(&[tomatoes().counted(10), sold(1, 8)], 4, Some(10), &[tomatoes().counted(0)]);
        restating(&[tomatoes().counted(10), held(1, 3)], 12, Some(10), &[tomatoes().counted(12)]);
    }

    #[test]
    fn a_form_that_is_sent_twice_changes_the_stock_once() {
        restating(&[tomatoes().counted(10)], 12, Some(10), &[tomatoes().counted(12)]);
        restating(&[tomatoes().counted(10), tomatoes().counted(12)], 12, Some(10), &[]);
    }

    #[test]
    fn a_hold_does_not_count_once_it_expires() {
        let restated = |now| {
            let command = RestateStock { product_id: product_id(), quantity: 12, seen: None, now };
            given::<Stock>(&[tomatoes().counted(10), held(1, 3)]).when(&command)
        };
        restated(later() - chrono::TimeDelta::microseconds(1)).then(&[tomatoes().counted(15)]);
        restated(later()).then(&[tomatoes().counted(12)]);
    }

    #[test]
    fn large_numbers_do_not_overflow() {
        restating(&[tomatoes().counted(u32::MAX)], u32::MAX - 1, Some(0), &[]);
        restating(&[tomatoes().counted(1)], 0, Some(u32::MAX), &[tomatoes().counted(0)]);
    }
}
