//! The stock of a new product is counted. Later counts are corrections; see [`super::restate_stock`].

use std::convert::Infallible;

use shared_events::{events::StockEvent, ids::ProductId};
use uuid::Uuid;

use super::Stock;
use crate::Command;

/// This many units are on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct CountStock {
    pub product_id: ProductId,
    /// Number of units.
    pub quantity: u32,
}

impl Command for CountStock {
    type Aggregate = Stock;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// An existing count stays, so that repeating the listing does not undo sales.
    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Infallible> {
        let Self { product_id, quantity } = *self;
        if stock.counted {
            return Ok(vec![]);
        }
        Ok(vec![StockEvent::StockCounted { product_id, quantity }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{stock::testing::*, testing::given};

    #[track_caller]
    fn counting(history: &[StockEvent], quantity: u32, expected: &[StockEvent]) {
        let command = CountStock { product_id: product_id(), quantity };
        given::<Stock>(history).when(&command).then(expected);
    }

    #[test]
    fn the_first_count_is_recorded_even_if_it_is_zero() {
        counting(&[], 0, &[tomatoes().counted(0)]);
    }

    #[test]
    fn an_existing_count_stays() {
        counting(&[tomatoes().counted(5), sold(1, 3)], 5, &[]);
        counting(&[tomatoes().counted(0)], 5, &[]);
    }
}
