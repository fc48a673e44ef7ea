//! `greenstall events`: the history of a stream.

use std::io::Write;

use serde_json::json;
use shared_events::{Actor, RawEvent, Recorded, StreamId, events::CATEGORIES};

use crate::{Outcome, operate::workbench::with_ports, settings::Settings};

/// Prints a stream's events, oldest first. Personal data is shown: who may run this may read the database.
pub(crate) async fn show(settings: &Settings, stream: &StreamId, json: bool) -> Outcome<()> {
    if !CATEGORIES.contains(&&*stream.category) {
        return Err(format!(
            "there is no category {}; there are: {}",
            stream.category,
            CATEGORIES.join(", ")
        )
        .into());
    }
    let events = with_ports(settings, async |ports| Ok(ports.log.load_raw(stream).await?)).await?;
    if events.is_empty() {
        return Err(format!("{stream} has no events").into());
    }
    print(&mut std::io::stdout().lock(), stream, &events, json)
}

fn print(out: &mut impl Write, stream: &StreamId, events: &[Recorded<RawEvent>], json: bool) -> Outcome<()> {
    if json {
        for event in events {
            writeln!(out, "{}", as_json(event))?;
        }
        return Ok(());
    }
    writeln!(out, "{stream}: {} {}", events.len(), if events.len() == 1 { "event" } else { "events" })?;
    for event in events {
        let at = event.recorded_at.format("%Y-%m-%d %H:%M:%S%.3f UTC");
        let RawEvent { event_type, schema_version, data } = &event.event;
        writeln!(
            out,
            "\n{:>3}  {at}  {event_type} v{schema_version}  by {}",
            event.version,
            actor(&event.actor)
        )?;
        writeln!(
            out,
            "     position {}  event {}  caused by {}",
            event.position, event.event_id, event.causation_id
        )?;
        for line in serde_json::to_string_pretty(data)?.lines() {
            writeln!(out, "     {line}")?;
        }
    }
    Ok(())
}

fn actor(actor: &Actor) -> String {
    match actor {
        Actor::Account { id, role } => format!("{} {id}", role.as_str()),
        Actor::System { name } => name.to_string(),
    }
}

fn as_json(event: &Recorded<RawEvent>) -> serde_json::Value {
    json!({
        "position": event.position,
        "stream": event.stream.to_string(),
        "version": event.version,
        "eventId": event.event_id,
        "type": event.event.event_type,
        "schemaVersion": event.event.schema_version,
        "recordedAt": event.recorded_at,
        "correlationId": event.correlation_id,
        "causationId": event.causation_id,
        "actor": event.actor,
        "data": event.event.data,
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use shared_events::Position;
    use uuid::Uuid;

    use super::*;

    fn event() -> Recorded<RawEvent> {
        let id = Uuid::from_u128(7);
        Recorded {
            position: Position(41),
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
                data: json!({ "total": 1250 }),
            },
        }
    }

    fn printed(json: bool) -> String {
        let mut out = Vec::new();
        print(&mut out, &event().stream, &[event()], json).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn people_read_when_what_and_by_whom() {
        let text = printed(false);
        assert!(text.starts_with("order-00000000-0000-0000-0000-000000000007: 1 event\n"), "{text}");
        assert!(
            text.contains("1  2026-09-21 14:13:20.000 UTC  OrderPlaced v1  by place_order_when_paid"),
            "{text}"
        );
        assert!(text.contains("\"total\": 1250"), "{text}");
    }

    #[test]
    fn programs_read_one_object_a_line() {
        let object: serde_json::Value = serde_json::from_str(printed(true).trim_end()).unwrap();
        assert_eq!(object["type"], "OrderPlaced");
        assert_eq!(object["position"], 41);
    }
}
