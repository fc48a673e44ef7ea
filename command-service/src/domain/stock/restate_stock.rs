//! A merchant says in the product's form how many units can be bought.
//!
//! The form shows what is neither sold nor set aside, and people buy while it is open. So a merchant who says what the
//! form had shown when it was loaded means the difference, and sales since then are not undone. One who does not say it
//! means that so many can be bought from this moment on. Units that are set aside are left aside in both cases.

use chrono::{DateTime, Utc};
use shared_events::{events::StockEvent, ids::ProductId};

use super::Stock;

/// So many units can be bought.
#[derive(Clone, Copy, Debug)]
pub struct RestateStock {
    /// Of which product.
    pub product_id: ProductId,
    /// How many, those that are set aside not included.
    pub quantity: u32,
    /// How many there were when the merchant's form was loaded, if that is known.
    pub seen: Option<u32>,
    /// Holds that have expired by now do not count.
    pub now: DateTime<Utc>,
}

/// Decides. It is never refused: below zero there is nothing. A form that is sent twice changes the stock once.
pub fn decide(stock: &Stock, command: &RestateStock) -> Vec<StockEvent> {
    let RestateStock { product_id, quantity, seen, now } = *command;
    let live = stock.holds.values().filter(|hold| hold.until > now);
    let held = live.fold(0_u32, |sum, hold| sum.saturating_add(hold.quantity));
    let available = stock.on_hand.saturating_sub(held);
    let wanted = match seen {
        _ if stock.counted && available == quantity => return vec![],
        Some(seen) if quantity >= seen => available.saturating_add(quantity - seen),
        Some(seen) => available.saturating_sub(seen - quantity),
        None => quantity,
    };
    let on_hand = wanted.saturating_add(held);
    if stock.counted && on_hand == stock.on_hand {
        return vec![];
    }
    vec![StockEvent::StockCounted { product_id, quantity: on_hand }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::domain::{stock::testing::*, testing::given};

    #[track_caller]
    fn restating(history: &[StockEvent], quantity: u32, seen: Option<u32>, expected: &[StockEvent]) {
        let command = RestateStock { product_id: product_id(), quantity, seen, now: now() };
        given::<Stock>(history).when(|stock| Ok::<_, Infallible>(decide(stock, &command))).then(expected);
    }

    #[test]
    fn so_many_can_be_bought_besides_those_that_are_set_aside() {
        restating(&[counted(10)], 12, None, &[counted(12)]);
        restating(&[counted(10), held(1, 3)], 12, None, &[counted(15)]);
        restating(&[counted(10), held(1, 3)], 0, None, &[counted(3)]);
    }

    #[test]
    fn what_is_so_already_is_not_recorded() {
        restating(&[counted(10), held(1, 3)], 7, None, &[]);
        restating(&[counted(10), held(1, 3)], 7, Some(9), &[]);
        restating(&[counted(10), sold(1, 3)], 10, Some(10), &[]);
        restating(&[], 0, None, &[counted(0)]);
    }

    #[test]
    fn sales_since_the_form_was_loaded_are_not_undone() {
        restating(&[counted(10), sold(1, 3)], 15, Some(10), &[counted(12)]);
        restating(&[counted(10), sold(1, 3)], 8, Some(10), &[counted(5)]);
        restating(&[counted(10), sold(1, 8)], 4, Some(10), &[counted(0)]);
        restating(&[counted(10), held(1, 3)], 12, Some(10), &[counted(12)]);
    }

    #[test]
    fn a_form_that_is_sent_twice_changes_the_stock_once() {
        restating(&[counted(10)], 12, Some(10), &[counted(12)]);
        restating(&[counted(10), counted(12)], 12, Some(10), &[]);
    }

    #[test]
    fn a_hold_does_not_count_from_the_moment_on_at_which_it_ends() {
        let restated = |now| {
            let command = RestateStock { product_id: product_id(), quantity: 12, seen: None, now };
            let decide = |stock: &Stock| Ok::<_, Infallible>(decide(stock, &command));
            given::<Stock>(&[counted(10), held(1, 3)]).when(decide)
        };
        restated(later() - chrono::TimeDelta::microseconds(1)).then(&[counted(15)]);
        restated(later()).then(&[counted(12)]);
    }

    #[test]
    fn numbers_have_an_end() {
        restating(&[counted(u32::MAX)], u32::MAX - 1, Some(0), &[]);
        restating(&[counted(1)], 0, Some(u32::MAX), &[counted(0)]);
    }
}
