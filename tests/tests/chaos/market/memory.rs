//! The orders that a customer remembers. Pure: it takes order lists, and returns the orders that are missing from them.

use std::collections::BTreeMap;

use serde_json::Value;

/// The number of the newest orders that are remembered; lists are sorted newest first.
const REMEMBERED_ORDERS: usize = 20;

/// An order as the customer has last seen it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SeenOrder {
    /// The order number without the merchant's suffix, such as `GS-261121-7K2QF`.
    parent: String,
    /// The time of the order as the list writes it. These texts sort by time, because they have equal length.
    created: String,
    cancelled: bool,
    /// Whether the program has acknowledged the order or its cancellation, so that the customer knows a position at or
    /// after it. Otherwise the customer has only seen the order in a list.
    acknowledged: bool,
}

/// An order that should be in a list and is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MissingOrder {
    pub(crate) what: String,
    pub(crate) acknowledged: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct OrderMemory {
    /// The orders by id.
    orders: BTreeMap<String, SeenOrder>,
    /// The ids of the orders, oldest first.
    ids: Vec<String>,
    /// The number of an acknowledged order that must be in the next list.
    acknowledged_number: Option<String>,
}

impl OrderMemory {
    /// The program has acknowledged an order with this number.
    pub(crate) fn ordered(&mut self, number: String) {
        self.acknowledged_number = Some(number);
    }

    /// The program has acknowledged that this order is cancelled.
    pub(crate) fn cancelled(&mut self, order: &str) {
        if let Some(seen) = self.orders.get_mut(order) {
            seen.cancelled = true;
            seen.acknowledged = true;
        }
    }

    /// The newest order that was seen and not cancelled.
    pub(crate) fn pending(&self) -> Option<String> {
        self.ids.iter().rev().find(|id| !self.orders[*id].cancelled).cloned()
    }

    /// An order that was seen or acknowledged and is not in this list, which has at most the newest `limit` orders.
    pub(crate) fn missing_from(&self, list: &Value, limit: usize) -> Option<MissingOrder> {
        let now: BTreeMap<String, SeenOrder> = listed(list).collect();
        let oldest = now.values().map(|order| &order.created).min().filter(|_| now.len() >= limit);
        for (id, before) in &self.orders {
            if oldest.is_some_and(|oldest| before.created <= *oldest) {
                continue;
            }
            let missing = |what| MissingOrder { what, acknowledged: before.acknowledged };
            match now.get(id) {
                None => return Some(missing(format!("order {id} is gone"))),
                Some(now) if before.cancelled && !now.cancelled => {
                    return Some(missing(format!("order {id} is cancelled no more")));
                }
                Some(_) => {}
            }
        }
        let number = self.acknowledged_number.as_ref()?;
        let absent = now.values().all(|order| order.parent != *number);
        absent.then(|| MissingOrder { what: format!("order {number} is missing"), acknowledged: true })
    }

    /// Remembers the orders of a list.
    pub(crate) fn take(&mut self, list: &Value) {
        for (id, mut seen) in listed(list) {
            seen.acknowledged = self.acknowledged_number.as_ref() == Some(&seen.parent)
                || self.orders.get(&id).is_some_and(|before| before.acknowledged);
            if self.orders.insert(id.clone(), seen).is_none() {
                self.ids.push(id);
            }
        }
        for id in self.ids.drain(..self.ids.len().saturating_sub(REMEMBERED_ORDERS)) {
            self.orders.remove(&id);
        }
        self.acknowledged_number = None;
    }
}

fn listed(list: &Value) -> impl Iterator<Item = (String, SeenOrder)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list.as_array().into_iter().flatten().map(move |order| {
        let cancelled = order["status"] == "cancelled";
        let (parent, created) = (text(&order["parentNumber"]), text(&order["createdAt"]));
        (text(&order["id"]), SeenOrder { parent, created, cancelled, acknowledged: false })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn order(id: &str, status: &str) -> Value {
        json!({"id": id, "parentNumber": format!("GS-{id}"), "createdAt": format!("2026-{id}"), "status": status})
    }

    const LIST_LENGTH: usize = 5;

    fn seen(what: &str) -> Option<MissingOrder> {
        Some(MissingOrder { what: what.to_owned(), acknowledged: false })
    }

    fn acknowledged(what: &str) -> Option<MissingOrder> {
        Some(MissingOrder { what: what.to_owned(), acknowledged: true })
    }

    #[test]
    fn a_vanished_order_is_found() {
        let mut memory = OrderMemory::default();
        memory.take(&json!([order("1", "pending")]));
        assert_eq!(memory.missing_from(&json!([order("1", "pending")]), LIST_LENGTH), None);
        memory.take(&json!([order("2", "pending"), order("1", "cancelled")]));
        assert_eq!(memory.pending().as_deref(), Some("2"));
        assert_eq!(
            memory.missing_from(&json!([order("2", "pending")]), LIST_LENGTH),
            seen("order 1 is gone")
        );
        let back = memory.missing_from(&json!([order("2", "pending"), order("1", "pending")]), LIST_LENGTH);
        assert_eq!(back, seen("order 1 is cancelled no more"));
    }

    #[test]
    fn a_missing_acknowledged_order_is_found() {
        let mut memory = OrderMemory::default();
        memory.ordered("GS-1".to_owned());
        assert_eq!(memory.missing_from(&json!([]), LIST_LENGTH), acknowledged("order GS-1 is missing"));
        memory.take(&json!([order("2", "pending"), order("1", "pending")]));
        assert_eq!(
            memory.missing_from(&json!([order("2", "pending")]), LIST_LENGTH),
            acknowledged("order 1 is gone")
        );
        assert_eq!(
            memory.missing_from(&json!([order("1", "pending")]), LIST_LENGTH),
            seen("order 2 is gone")
        );
        memory.cancelled("2");
        let back = memory.missing_from(&json!([order("2", "pending"), order("1", "pending")]), LIST_LENGTH);
        assert_eq!(back, acknowledged("order 2 is cancelled no more"));
    }

    #[test]
    fn an_order_older_than_those_of_a_full_list_is_not_missing() {
        let mut memory = OrderMemory::default();
        memory.take(&json!([order("2", "pending"), order("1", "pending")]));
        let full = json!([order("4", "pending"), order("3", "pending"), order("2", "pending")]);
        assert_eq!(memory.missing_from(&full, 3), None);
        assert_eq!(memory.missing_from(&full, 4), seen("order 1 is gone"));
        let gap = json!([order("4", "pending"), order("3", "pending"), order("1", "pending")]);
        assert_eq!(memory.missing_from(&gap, 3), seen("order 2 is gone"));
    }
}
