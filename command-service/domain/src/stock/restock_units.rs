//! The units of an order return to the shelf.

use std::convert::Infallible;

use shared_events::{
    events::StockEvent,
    ids::{OrderId, ProductId},
};
use uuid::Uuid;

use super::Stock;
use crate::Command;

/// Return the order's units to the shelf.
#[derive(Clone, Copy, Debug)]
pub struct RestockUnits {
    pub product_id: ProductId,
    pub order_id: OrderId,
}

impl Command for RestockUnits {
    type Aggregate = Stock;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// An order's units return once, and only if they were sold.
    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Infallible> {
        let sale = stock.sales.get(&self.order_id).filter(|sale| !sale.restocked);
        Ok(sale
            .map(|sale| StockEvent::UnitsRestocked {
                product_id: self.product_id,
                order_id: self.order_id,
                quantity: sale.quantity,
            })
            .into_iter()
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{stock::testing::*, testing::given};

    #[track_caller]
    fn restocking(history: &[StockEvent], expected: &[StockEvent]) {
        let command = RestockUnits { product_id: product_id(), order_id: order(1) };
        given::<Stock>(history).when(&command).then(expected);
    }

    #[test]
    fn sold_units_come_back() {
        restocking(&[tomatoes().counted(5), sold(1, 3)], &[restocked(1, 3)]);
    }

    #[test]
    fn sold_units_come_back_once() {
        restocking(&[tomatoes().counted(5), sold(1, 3), restocked(1, 3)], &[]);
    }

    #[test]
    fn units_that_were_not_sold_do_not_come_back() {
        restocking(&[tomatoes().counted(5), held(1, 3), sold(2, 1)], &[]);
    }
}
