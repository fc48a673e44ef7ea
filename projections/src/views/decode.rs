//! Decodes events for the views.

use std::borrow::Cow;

use serde_json::Value;
use shared_events::{Actor, Event, Personal, RawEvent, Recorded, decode};

use crate::engine::ApplyError;

/// Decodes the event and upcasts it to the newest schema version.
///
/// Removes NUL characters from texts: JSON and the log can hold them, Postgres' `text` cannot.
pub(super) fn read<E: Event>(recorded: &Recorded<RawEvent>) -> Result<E, ApplyError> {
    decode(&*without_nul(&recorded.event)).map_err(|error| ApplyError::Event {
        position: recorded.position,
        stream: recorded.stream.to_string(),
        reason: error.to_string(),
    })
}

/// Returns the event unchanged if it contains no NUL.
fn without_nul(event: &RawEvent) -> Cow<'_, RawEvent> {
    if !event.data.as_json().contains("\\u0000") {
        return Cow::Borrowed(event);
    }
    // Leaves a payload that cannot be parsed to the decoder, which reports it.
    let Ok(mut value) = event.data.to_value() else { return Cow::Borrowed(event) };
    drop_nul(&mut value);
    Cow::Owned(RawEvent { data: value.into(), ..event.clone() })
}

fn drop_nul(value: &mut Value) {
    match value {
        Value::String(text) if text.contains('\0') => text.retain(|character| character != '\0'),
        Value::Array(values) => values.iter_mut().for_each(drop_nul),
        Value::Object(members) => members.values_mut().for_each(drop_nul),
        _ => {}
    }
}

/// The value of an optional personal field; `None` if it was absent or erased.
pub(super) fn known<T>(value: Option<Personal<T>>) -> Option<T> {
    value.and_then(Personal::into_inner)
}

/// The actor's word in the tables: `customer`, `merchant`, `admin` or `system`.
pub(super) const fn actor_word(actor: &Actor) -> &'static str {
    match actor {
        Actor::Account { role, .. } => role.as_str(),
        Actor::System { .. } => "system",
    }
}
