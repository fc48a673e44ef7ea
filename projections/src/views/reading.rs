//! Reading events the way views need them.

use serde_json::Value;
use shared_events::{Actor, Event, Personal, RawEvent, Recorded, decode};

use crate::engine::ApplyError;

/// The event in the newest version of its shape.
///
/// Texts lose their NUL characters: JSON and the log can hold them, Postgres' `text` cannot.
pub(super) fn read<E: Event>(recorded: &Recorded<RawEvent>) -> Result<E, ApplyError> {
    let mut raw = recorded.event.clone();
    drop_nul(&mut raw.data);
    decode(raw).map_err(|error| ApplyError::Event {
        position: recorded.position,
        stream: recorded.stream.to_string(),
        reason: error.to_string(),
    })
}

fn drop_nul(value: &mut Value) {
    match value {
        Value::String(text) if text.contains('\0') => text.retain(|character| character != '\0'),
        Value::Array(values) => values.iter_mut().for_each(drop_nul),
        Value::Object(members) => members.values_mut().for_each(drop_nul),
        _ => {}
    }
}

/// What is left of an optional personal value.
pub(super) fn known<T>(value: Option<Personal<T>>) -> Option<T> {
    value.and_then(Personal::into_inner)
}

/// `customer`, `merchant`, `admin` or `system`.
pub(super) const fn actor_word(actor: &Actor) -> &'static str {
    match actor {
        Actor::Account { role, .. } => role.as_str(),
        Actor::System { .. } => "system",
    }
}
