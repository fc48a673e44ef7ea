//! Upcasters: pure functions that convert a payload from one version to the next.
//!
//! The newest version of a type is one more than that of its last upcaster. To change an event's shape, add a row here
//! and a golden file for the new version. Stored events and existing golden files do not change.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::envelope::RawEvent;

struct Upcaster {
    event_type: &'static str,
    from: u16,
    upcast: fn(Value) -> Value,
}

/// All upcasters; those of a type are in order of version.
const UPCASTERS: &[Upcaster] = &[
    Upcaster { event_type: "OrderConfirmed", from: 1, upcast: |data| personal_text(data, "note") },
    Upcaster { event_type: "PreparationStarted", from: 1, upcast: |data| personal_text(data, "note") },
    Upcaster { event_type: "OrderMadeReady", from: 1, upcast: |data| personal_text(data, "note") },
    Upcaster { event_type: "OrderSentOut", from: 1, upcast: |data| personal_text(data, "note") },
    Upcaster { event_type: "OrderShipped", from: 1, upcast: |data| personal_text(data, "note") },
    Upcaster { event_type: "OrderDelivered", from: 1, upcast: |data| personal_text(data, "note") },
    Upcaster { event_type: "OrderCancelled", from: 1, upcast: |data| personal_text(data, "reason") },
    Upcaster { event_type: "OrderReturned", from: 1, upcast: |data| personal_text(data, "reason") },
    // Version 1 did not record the outcome of the previous checkout.
    Upcaster { event_type: "CheckoutOpened", from: 1, upcast: |data| with(data, "former", Value::Null) },
    // Version 2 has more kinds of acts, but the same shape.
    Upcaster { event_type: "OperatorActed", from: 1, upcast: |data| data },
    Upcaster { event_type: "OperatorActFailed", from: 1, upcast: |data| data },
    // Version 3 has the acts of exporting and erasing a person's data, but the same shape.
    Upcaster { event_type: "OperatorActed", from: 2, upcast: |data| data },
    Upcaster { event_type: "OperatorActFailed", from: 2, upcast: |data| data },
    // Version 1 did not record the promised day.
    Upcaster { event_type: "CheckoutStarted", from: 1, upcast: without_promises },
    Upcaster { event_type: "OrderPlaced", from: 1, upcast: |data| with(data, "promisedFor", Value::Null) },
    // Version 1 had no money that others paid back.
    Upcaster {
        event_type: "OrderRefunded",
        from: 1,
        upcast: |data| with(data, "restPaidBackBy", Value::Null),
    },
    // Version 1 did not record the user agent.
    Upcaster {
        event_type: "SessionOpened",
        from: 1,
        upcast: |data| with(data, "agent", json!({ "browser": null, "system": null })),
    },
    // In version 1 only the fulfillment had instructions for pickup, and no admin reviewed their changes.
    Upcaster { event_type: "ProductListed", from: 1, upcast: without_reviewed_instructions },
    Upcaster { event_type: "ProductRevised", from: 1, upcast: without_reviewed_instructions },
];

/// Adds a member that older events do not have.
fn with(mut data: Value, member: &str, value: Value) -> Value {
    if let Some(members) = data.as_object_mut() {
        members.insert(member.to_owned(), value);
    }
    data
}

/// Adds the promised day to the planned orders of a checkout.
fn without_promises(mut data: Value) -> Value {
    if let Some(orders) = data.get_mut("orders").and_then(Value::as_array_mut) {
        for order in orders {
            *order = with(order.take(), "promisedFor", Value::Null);
        }
    }
    data
}

/// Adds the reviewed instructions for pickup to the details of a product.
fn without_reviewed_instructions(mut data: Value) -> Value {
    if let Some(details) = data.get_mut("details") {
        *details = with(details.take(), "pickupInstructions", Value::Null);
    }
    data
}

/// Converts a text about an order from plain to personal. The old events do not name a customer, so the order becomes
/// the text's subject, and the text cannot be erased.
fn personal_text(mut data: Value, member: &str) -> Value {
    let subject = data.get("orderId").cloned();
    if let Some(text) = data.get_mut(member).filter(|text| text.is_string()) {
        *text = json!({ "$personal": { "subject": subject, "value": text.take() } });
    }
    data
}

/// The version in which events of this type are written.
pub fn newest_version(event_type: &str) -> u16 {
    newest_in(UPCASTERS, event_type)
}

/// Converts a stored event to the newest version of its type. An event of the newest version is borrowed.
///
/// # Errors
/// When an older payload is not JSON.
pub fn to_newest(raw: &RawEvent) -> Result<Cow<'_, RawEvent>, serde_json::Error> {
    upcast_with(UPCASTERS, raw)
}

fn newest_in(upcasters: &[Upcaster], event_type: &str) -> u16 {
    upcasters.iter().filter(|step| step.event_type == event_type).map(|step| step.from + 1).max().unwrap_or(1)
}

fn upcast_with<'a>(
    upcasters: &[Upcaster],
    raw: &'a RawEvent,
) -> Result<Cow<'a, RawEvent>, serde_json::Error> {
    let mut raw = Cow::Borrowed(raw);
    for step in upcasters {
        if step.event_type == raw.event_type && step.from == raw.schema_version {
            let data = (step.upcast)(raw.data.to_value()?).into();
            let (event_type, schema_version) = (raw.event_type.clone(), raw.schema_version + 1);
            raw = Cow::Owned(RawEvent { event_type, schema_version, data });
        }
    }
    Ok(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: &[Upcaster] = &[
        Upcaster { event_type: "Weighed", from: 1, upcast: |data| json!({ "grams": data["weight"] }) },
        Upcaster {
            event_type: "Weighed",
            from: 2,
            upcast: |data| json!({ "grams": data["grams"], "tare": 0 }),
        },
    ];

    fn weighed(schema_version: u16, data: Value) -> RawEvent {
        RawEvent { event_type: "Weighed".into(), schema_version, data: data.into() }
    }

    #[test]
    fn the_oldest_version_passes_through_every_upcaster() {
        let oldest = weighed(1, json!({ "weight": 5 }));
        let newest = upcast_with(STEPS, &oldest).unwrap();
        assert_eq!(*newest, weighed(3, json!({ "grams": 5, "tare": 0 })));
    }

    #[test]
    fn the_newest_version_is_unchanged() {
        let newest = weighed(newest_in(STEPS, "Weighed"), json!({ "grams": 1, "tare": 2 }));
        assert!(matches!(upcast_with(STEPS, &newest), Ok(Cow::Borrowed(same)) if *same == newest));
    }

    #[test]
    fn a_type_without_upcasters_is_at_version_one() {
        assert_eq!(newest_in(STEPS, "Counted"), 1);
    }
}
