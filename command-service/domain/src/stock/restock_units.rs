//! The units of an order return to the shelf.

use shared_events::{
    events::StockEvent,
    ids::{OrderId, ProductId},
};

use super::Stock;

/// Return the order's units to the shelf.
#[derive(Clone, Copy, Debug)]
pub struct RestockUnits {
    pub product_id: ProductId,
    pub order_id: OrderId,
}

/// Returns the events to append. An order's units return once, and only if they were sold.
pub fn decide(stock: &Stock, command: &RestockUnits) -> Vec<StockEvent> {
    let sale = stock.sales.get(&command.order_id).filter(|sale| !sale.restocked);
    sale.map(|sale| StockEvent::UnitsRestocked {
        product_id: command.product_id,
        order_id: command.order_id,
        quantity: sale.quantity,
    })
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{stock::testing::*, testing::given};

    #[track_caller]
    fn restocking(history: &[StockEvent], expected: &[StockEvent]) {
        let command = RestockUnits { product_id: product_id(), order_id: order(1) };
        given::<Stock>(history).when(|stock| Ok::<_, Infallible>(decide(stock, &command))).then(expected);
    }

    #[test]
    fn sold_units_come_back() {
        restocking(&[counted(5), sold(1, 3)], &[restocked(1, 3)]);
    }

    #[test]
    fn sold_units_come_back_once() {
        restocking(&[counted(5), sold(1, 3), restocked(1, 3)], &[]);
    }

    #[test]
    fn units_that_were_not_sold_do_not_come_back() {
        restocking(&[counted(5), held(1, 3), sold(2, 1)], &[]);
    }
}
