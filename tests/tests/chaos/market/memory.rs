//! What a customer has seen of the own orders. Pure: it is given lists, and answers what is missing from them.

use std::collections::BTreeMap;

use serde_json::Value;

/// The list has the newest first; orders that are older than these are not looked for.
const REMEMBERED: usize = 20;

/// An order as its customer has seen it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    /// `GS-261121-7K2QF`.
    parent: String,
    cancelled: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    /// By id.
    orders: BTreeMap<String, Seen>,
    /// Ids, the oldest first.
    ids: Vec<String>,
    /// A number that the program has told: the order must be in the next list.
    told: Option<String>,
}

impl Memory {
    /// The program has acknowledged an order with this number.
    pub(crate) fn ordered(&mut self, number: String) {
        self.told = Some(number);
    }

    /// The program has acknowledged that this order is cancelled.
    pub(crate) fn cancelled(&mut self, order: &str) {
        if let Some(seen) = self.orders.get_mut(order) {
            seen.cancelled = true;
        }
    }

    /// The newest order that was seen and not cancelled.
    pub(crate) fn pending(&self) -> Option<String> {
        self.ids.iter().rev().find(|id| !self.orders[*id].cancelled).cloned()
    }

    /// Takes a list in; answers what was seen or told before and is not in it.
    pub(crate) fn take(&mut self, list: &Value) -> Option<String> {
        let now: BTreeMap<String, Seen> = listed(list).collect();
        let gone = self.gone_from(&now);
        for (id, seen) in now {
            if self.orders.insert(id.clone(), seen).is_none() {
                self.ids.push(id);
            }
        }
        for id in self.ids.drain(..self.ids.len().saturating_sub(REMEMBERED)) {
            self.orders.remove(&id);
        }
        self.told = None;
        gone
    }

    fn gone_from(&self, now: &BTreeMap<String, Seen>) -> Option<String> {
        for (id, before) in &self.orders {
            match now.get(id) {
                None => return Some(format!("order {id} is gone")),
                Some(now) if before.cancelled && !now.cancelled => {
                    return Some(format!("order {id} is cancelled no more"));
                }
                Some(_) => {}
            }
        }
        let told = self.told.as_ref()?;
        now.values().all(|order| order.parent != *told).then(|| format!("order {told} is missing"))
    }
}

fn listed(list: &Value) -> impl Iterator<Item = (String, Seen)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list.as_array().into_iter().flatten().map(move |order| {
        let cancelled = order["status"] == "cancelled";
        (text(&order["id"]), Seen { parent: text(&order["parentNumber"]), cancelled })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn order(id: &str, status: &str) -> Value {
        json!({"id": id, "parentNumber": format!("GS-{id}"), "status": status})
    }

    #[test]
    fn what_was_seen_and_is_gone_is_found() {
        let mut memory = Memory::default();
        assert_eq!(memory.take(&json!([order("1", "pending")])), None);
        assert_eq!(memory.take(&json!([order("2", "pending"), order("1", "cancelled")])), None);
        assert_eq!(memory.pending().as_deref(), Some("2"));
        let gone = memory.clone().take(&json!([order("2", "pending")]));
        assert_eq!(gone.as_deref(), Some("order 1 is gone"));
        let back = memory.take(&json!([order("2", "pending"), order("1", "pending")]));
        assert_eq!(back.as_deref(), Some("order 1 is cancelled no more"));
    }

    #[test]
    fn what_was_acknowledged_and_is_missing_is_found() {
        let mut memory = Memory::default();
        memory.ordered("GS-1".to_owned());
        assert_eq!(memory.take(&json!([])).as_deref(), Some("order GS-1 is missing"));
        memory.ordered("GS-2".to_owned());
        assert_eq!(memory.take(&json!([order("2", "pending")])), None);
        memory.cancelled("2");
        let back = memory.take(&json!([order("2", "pending")]));
        assert_eq!(back.as_deref(), Some("order 2 is cancelled no more"));
    }
}
