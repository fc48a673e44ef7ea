//! A merchant counts the stock.

use shared_events::{events::StockEvent, ids::ProductId};

use super::Stock;

/// This many units are on the shelf, including those on hold.
#[derive(Clone, Copy, Debug)]
pub struct CountStock {
    pub product_id: ProductId,
    /// Number of units.
    pub quantity: u32,
}

/// Returns the events to append. A count is a fact and is never refused, even if more units are on hold.
pub fn decide(stock: &Stock, command: &CountStock) -> Vec<StockEvent> {
    let CountStock { product_id, quantity } = *command;
    if stock.counted && stock.on_hand == quantity {
        return vec![];
    }
    vec![StockEvent::StockCounted { product_id, quantity }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{stock::testing::*, testing::given};

    #[track_caller]
    fn counting(history: &[StockEvent], quantity: u32, expected: &[StockEvent]) {
        let command = CountStock { product_id: product_id(), quantity };
        given::<Stock>(history).when(|stock| Ok::<_, Infallible>(decide(stock, &command))).then(expected);
    }

    #[test]
    fn the_first_count_is_recorded_even_if_it_is_zero() {
        counting(&[], 0, &[counted(0)]);
    }

    #[test]
    fn a_count_replaces_the_one_before() {
        counting(&[counted(5), sold(1, 3)], 5, &[counted(5)]);
    }

    #[test]
    fn a_count_that_changes_nothing_is_not_recorded() {
        counting(&[counted(5), sold(1, 3)], 2, &[]);
    }
}
