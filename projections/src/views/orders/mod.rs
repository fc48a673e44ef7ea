//! The view `orders`: orders as customers, merchants and admins see them, and their checkouts.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, CheckoutEvent, OrderEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `orders`.
#[derive(Clone, Copy, Debug)]
pub struct Orders;

impl View for Orders {
    fn name(&self) -> &'static str {
        "orders"
    }

    fn version(&self) -> i32 {
        8
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, CheckoutEvent::CATEGORY, OrderEvent::CATEGORY]
    }

    fn tables(&self) -> &'static str {
        include_str!("tables.sql")
    }

    fn indexes(&self) -> &'static str {
        include_str!("indexes.sql")
    }

    fn open_columns(&self) -> &'static [&'static str] {
        &[
            "orders.number",
            "orders.parent_number",
            "orders.delivery_method",
            "orders.status",
            "orders.refund_status",
            "timeline.status",
            "checkouts.number",
            "checkouts.state",
            "checkouts.dispute_status",
        ]
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(fold::fold(events)?))
    }
}
