//! Reports on the event log, for the screen and the command line. Personal data is not decrypted.

mod as_json;
mod detail;
mod explain;
mod fields;
mod filter;
mod of_request;
mod page;
mod scan;
mod sentences;
mod steps;

use query_service::operations::{EventActor, EventHead};
use shared_events::{Actor, RawEvent, Recorded};

pub(crate) use self::{
    as_json::as_json,
    detail::detail,
    explain::explain,
    filter::{categories, matches_filter},
    of_request::{RequestEvents, events_of_request},
    page::page,
    steps::steps,
};

/// An event's metadata, without the payload.
fn head(event: &Recorded<RawEvent>) -> EventHead {
    EventHead {
        position: event.position.0,
        stream: event.stream.to_string(),
        category: event.stream.category.to_string(),
        version: event.version,
        r#type: event.event.event_type.to_string(),
        schema_version: event.event.schema_version,
        recorded_at: event.recorded_at,
        event_id: event.event_id,
        correlation_id: event.correlation_id,
        causation_id: event.causation_id,
        actor: match &event.actor {
            Actor::Account { id, role } => {
                EventActor::Account { id: id.uuid(), role: role.as_str().to_owned() }
            }
            Actor::System { name } => EventActor::System { name: name.to_string() },
        },
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use chrono::DateTime;
    use event_store::{Append, EventLog, ExpectedVersion, Provenance};
    use serde_json::json;
    use shared_events::{Personal, Position, StreamId, events::InquiryEvent, ids::InquiryId};
    use uuid::Uuid;

    use super::*;

    pub(crate) fn event(position: u64) -> Recorded<RawEvent> {
        let id = Uuid::from_u128(7);
        Recorded {
            position: Position(position),
            stream: StreamId::new("order", id),
            version: 1,
            event_id: id,
            recorded_at: DateTime::from_timestamp_micros(1_790_000_000_000_000).unwrap(),
            correlation_id: id,
            causation_id: id,
            actor: Actor::system("place_order_when_paid"),
            event: RawEvent {
                event_type: "OrderPlaced".into(),
                schema_version: 1,
                data: json!({ "total": 1250 }).into(),
            },
        }
    }

    /// The id of the request that causes the event at this position of [`log_of`]: every two events share one.
    pub(super) const fn request(position: u64) -> Uuid {
        Uuid::from_u128(1_000 + position.div_ceil(2) as u128)
    }

    /// A log of inquiries with two events in each stream. The first event of each causes the second.
    pub(super) async fn log_of(events: u64) -> EventLog {
        let log = EventLog::in_memory();
        let mut cause = None;
        for position in 1..=events {
            let id = request(position);
            let text = |text: &str| Personal::new(id, text.to_owned());
            let event = InquiryEvent::InquiryReceived {
                inquiry_id: InquiryId::new(id),
                name: text("Anna Apple"),
                email: text("anna@apple.example"),
                kind: "general".to_owned(),
                subject: text("Apples"),
                message: text("Are they ripe?"),
            };
            let actor = Actor::system("a test");
            let of_command = Provenance::of_command(id, actor, DateTime::UNIX_EPOCH);
            let second = position % 2 == 0;
            let provenance = match cause {
                Some(cause) if second => Provenance { command_id: cause, causation_id: cause, ..of_command },
                _ => of_command,
            };
            let expected = ExpectedVersion::Exact(u64::from(second));
            log.append(&provenance, Append { id, expected, events: vec![event] }).await.unwrap();
            if !second {
                let first = log.last::<InquiryEvent>(id).await.unwrap();
                cause = first.map(|event| event.event_id);
            }
        }
        log
    }
}
