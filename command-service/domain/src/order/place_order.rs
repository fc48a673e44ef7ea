//! An order is placed for one merchant's part of a paid checkout.

use std::convert::Infallible;

use shared_events::{
    Personal,
    events::{OrderEvent, PlannedOrder},
    shop::ShippingDetails,
};
use uuid::Uuid;

use super::Order;
use crate::{Command, checkout::Started};

/// Place this order of the checkout.
#[derive(Clone, Copy, Debug)]
pub struct PlaceOrder<'a> {
    /// The paid checkout.
    pub checkout: &'a Started,
    /// The order as the checkout planned it.
    pub planned: &'a PlannedOrder,
}

impl Command for PlaceOrder<'_> {
    type Aggregate = Order;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.planned.order_id.uuid()
    }

    /// An order is placed once; its content is what the customer agreed to at the start of the checkout.
    fn decide(&self, order: &Order) -> Result<Vec<OrderEvent>, Infallible> {
        let Self { checkout, planned } = self;
        if order.placed.is_some() {
            return Ok(vec![]);
        }
        let lines: Vec<_> = checkout.lines_of(planned.merchant_id).cloned().collect();
        Ok(vec![OrderEvent::OrderPlaced {
            order_id: planned.order_id,
            checkout_id: checkout.checkout_id,
            number: planned.number.clone(),
            parent_number: checkout.number.clone(),
            customer_id: checkout.customer_id,
            customer_name: of(&checkout.shipping, |to| {
                format!("{} {}", to.first_name.trim(), to.last_name.trim())
            }),
            customer_email: of(&checkout.shipping, |to| to.email.trim().to_owned()),
            merchant_id: planned.merchant_id,
            merchant_name: lines.first().map(|line| line.merchant_name.clone()).unwrap_or_default(),
            merchant_address: planned.merchant_address.clone(),
            lines,
            amounts: planned.amounts,
            delivery_method: checkout.delivery_method,
            shipping: checkout.shipping.clone(),
            billing: checkout.billing.clone(),
            promised_for: planned.promised_for,
        }])
    }
}

/// One field of the shipping details; erased if the details are.
fn of(shipping: &Personal<ShippingDetails>, part: impl Fn(&ShippingDetails) -> String) -> Personal<String> {
    match shipping.get() {
        Some(details) => Personal::new(shipping.subject(), part(details)),
        None => Personal::erased(shipping.subject()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Aggregate,
        checkout::{Checkout, testing},
    };

    fn checkout() -> Started {
        Checkout::fold(&[testing::checkout().started()]).started.unwrap()
    }

    #[test]
    fn each_merchant_gets_its_own_lines_and_its_share() {
        let checkout = checkout();
        for (merchant, planned) in [1, 2].into_iter().zip(&checkout.orders) {
            let place = PlaceOrder { checkout: &checkout, planned };
            assert_eq!(place.stream(), testing::order_id(merchant).uuid());
            let Ok(events) = place.decide(&Order::default());
            let [OrderEvent::OrderPlaced { order_id, lines, amounts, customer_name, number, .. }] =
                events.as_slice()
            else {
                unreachable!()
            };
            assert_eq!(*order_id, testing::order_id(merchant));
            assert_eq!(lines.len(), 1);
            assert_eq!(lines[0].merchant_id, testing::merchant_id(merchant));
            assert_eq!(*amounts, planned.amounts);
            assert_eq!(customer_name.get().unwrap(), "Cora Customer");
            assert_eq!(*number, format!("GS-261121-7K2QF-{merchant}"));
        }
    }

    #[test]
    fn an_order_is_placed_once() {
        let checkout = checkout();
        let Ok(events) =
            PlaceOrder { checkout: &checkout, planned: &checkout.orders[0] }.decide(&Order::default());
        let order = Order::fold(&events);
        assert_eq!(
            PlaceOrder { checkout: &checkout, planned: &checkout.orders[0] }.decide(&order),
            Ok(vec![])
        );
    }

    #[test]
    fn an_erased_customers_details_stay_erased() {
        let mut checkout = checkout();
        checkout.shipping = Personal::erased(checkout.customer_id.uuid());
        let Ok(events) =
            PlaceOrder { checkout: &checkout, planned: &checkout.orders[0] }.decide(&Order::default());
        let [OrderEvent::OrderPlaced { customer_name, .. }] = events.as_slice() else { unreachable!() };
        assert_eq!(customer_name.get(), None);
    }
}
