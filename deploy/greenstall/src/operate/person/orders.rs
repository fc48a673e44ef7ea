//! Finds the unfinished orders that a person has bought or sold.

use std::collections::BTreeMap;

use shared_events::{RawEvent, Recorded, decode, events::OrderEvent, ids::OrderId};
use uuid::Uuid;

/// A person's unfinished orders and their numbers.
#[derive(Debug, Default)]
pub(super) struct OpenOrders(BTreeMap<OrderId, String>);

impl OpenOrders {
    /// Applies an event of any stream. An unreadable event changes nothing: its order stays open.
    pub(super) fn see(&mut self, event: &Recorded<RawEvent>, person: Uuid) {
        if event.stream.category != "order" {
            return;
        }
        match decode(event.event.clone()) {
            Ok(OrderEvent::OrderPlaced { order_id, number, customer_id, merchant_id, .. })
                if customer_id.uuid() == person || merchant_id.uuid() == person =>
            {
                self.0.insert(order_id, number);
            }
            Ok(
                OrderEvent::OrderDelivered { order_id, .. }
                | OrderEvent::OrderRefunded { order_id, .. }
                | OrderEvent::OrderCancelled { order_id, .. }
                | OrderEvent::OrderReturned { order_id, .. },
            ) => {
                self.0.remove(&order_id);
            }
            _ => {}
        }
    }

    pub(super) fn numbers(&self) -> Vec<&str> {
        self.0.values().map(String::as_str).collect()
    }
}
