//! The form of an event's payload that its person may read.

use serde_json::{Value, json};
use shared_events::{RawEvent, Recorded, personal};
use uuid::Uuid;

/// Replaces the data of other people, which the person has no right to read.
const OF_SOMEBODY_ELSE: &str = "(another person's data)";
/// Replaces a password's hash, which is useless to its owner and dangerous in a file.
const NOT_EXPORTED: &str = "(not exported)";

/// Whether an event concerns a person: it contains their data, is in a stream of theirs, was caused by them, or names
/// them.
pub(crate) fn concerns(event: &Recorded<RawEvent>, person: Uuid) -> bool {
    event.stream.id == person
        || matches!(&event.actor, shared_events::Actor::Account { id, .. } if id.uuid() == person)
        || personal::subjects(&event.event.data).contains(&person)
        || event.event.data.to_value().is_ok_and(|data| names(&data, &person.to_string()))
}

fn names(data: &Value, id: &str) -> bool {
    match data {
        Value::String(text) => text == id,
        Value::Array(values) => values.iter().any(|value| names(value, id)),
        Value::Object(members) => members.values().any(|value| names(value, id)),
        _ => false,
    }
}

/// The payload as readable JSON: the person's own data is decrypted, and other people's is replaced.
pub(crate) fn readable(event: &Recorded<RawEvent>, person: Uuid) -> Value {
    let mut data = event.event.data.to_value().unwrap_or_default();
    unwrap(&mut data, person);
    if event.event.event_type == "PasswordSet"
        && let Some(hash) = data.get_mut("hash")
    {
        *hash = json!(NOT_EXPORTED);
    }
    data
}

/// The number of the person's own values in an event that can be decrypted, and of those that can no longer be.
pub(crate) fn personal_values(event: &Recorded<RawEvent>, person: Uuid) -> (u64, u64) {
    let data = event.event.data.to_value().unwrap_or_default();
    let mut counted = (0, 0);
    count(&data, &json!(person), &mut counted);
    counted
}

fn count(data: &Value, person: &Value, counted: &mut (u64, u64)) {
    match data {
        Value::Array(values) => values.iter().for_each(|value| count(value, person, counted)),
        Value::Object(members) => match (members.get("$personal"), members.get("$erased")) {
            (Some(inner), _) => counted.0 += u64::from(&inner["subject"] == person),
            (_, Some(subject)) => counted.1 += u64::from(subject == person),
            (None, None) => members.values().for_each(|value| count(value, person, counted)),
        },
        _ => {}
    }
}

fn unwrap(data: &mut Value, person: Uuid) {
    match data {
        Value::Array(values) => values.iter_mut().for_each(|value| unwrap(value, person)),
        Value::Object(members) => {
            if members.len() == 1
                && let Some((form, inner)) = members.iter_mut().next()
                && form.starts_with('$')
            {
                *data = match form.as_str() {
                    "$personal" if inner["subject"] == json!(person) => inner["value"].take(),
                    "$erased" => json!("(erased)"),
                    _ => json!(OF_SOMEBODY_ELSE),
                };
                return;
            }
            members.values_mut().for_each(|value| unwrap(value, person));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use shared_events::{Actor, Personal, Position, Role, StreamId, ids::AccountId};

    use super::*;

    const ANNA: Uuid = Uuid::from_u128(1);
    const BEN: Uuid = Uuid::from_u128(2);

    fn event(event_type: &'static str, data: Value) -> Recorded<RawEvent> {
        let id = Uuid::from_u128(9);
        Recorded {
            position: Position(1),
            stream: StreamId::new("order", id),
            version: 1,
            event_id: id,
            recorded_at: DateTime::UNIX_EPOCH,
            correlation_id: id,
            causation_id: id,
            actor: Actor::system("test"),
            event: RawEvent { event_type: event_type.into(), schema_version: 1, data: data.into() },
        }
    }

    #[test]
    fn own_data_is_readable_and_other_peoples_is_left_out() {
        let data = json!({
            "customerName": Personal::new(ANNA, "Anna"),
            "merchantAddress": Personal::new(BEN, json!({ "street": "1 Hill Road" })),
            "gone": Personal::<String>::erased(BEN),
            "lines": [{ "price": 350 }],
        });
        assert_eq!(
            readable(&event("OrderPlaced", data), ANNA),
            json!({ "customerName": "Anna", "merchantAddress": OF_SOMEBODY_ELSE, "gone": "(erased)",
                    "lines": [{ "price": 350 }] })
        );
    }

    #[test]
    fn only_the_persons_own_values_are_counted() {
        let data = json!({
            "customerName": Personal::new(ANNA, "Anna"),
            "addresses": [Personal::new(ANNA, json!({ "street": "1 Hill Road" })), Personal::new(BEN, "b")],
            "gone": { "phone": Personal::<String>::erased(ANNA), "other": Personal::<String>::erased(BEN) },
        });
        let event = event("OrderPlaced", data);
        assert_eq!(personal_values(&event, ANNA), (2, 1));
        assert_eq!(personal_values(&event, BEN), (1, 1));
    }

    #[test]
    fn a_password_hash_is_not_exported() {
        let data = json!({ "hash": Personal::new(ANNA, "$argon2id$…") });
        assert_eq!(readable(&event("PasswordSet", data), ANNA), json!({ "hash": NOT_EXPORTED }));
    }

    #[test]
    fn an_event_concerns_its_actor_its_subjects_and_the_people_it_names() {
        assert!(concerns(&event("A", json!({ "lines": [{ "merchantId": ANNA }] })), ANNA));
        assert!(concerns(&event("A", json!({ "name": Personal::new(ANNA, "Anna") })), ANNA));
        assert!(!concerns(&event("A", json!({ "name": Personal::new(BEN, "Ben") })), ANNA));
        let by = Recorded {
            actor: Actor::Account { id: AccountId::new(ANNA), role: Role::Customer },
            ..event("A", json!({}))
        };
        assert!(concerns(&by, ANNA) && !concerns(&by, BEN));
        let own = Recorded { stream: StreamId::new("account", ANNA), ..event("A", json!({})) };
        assert!(concerns(&own, ANNA));
    }
}
