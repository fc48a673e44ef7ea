//! Prints events as text.

use std::io::Write;

use shared_events::{Actor, Payload, RawEvent, Recorded, StreamId};

use super::form::Form;
use crate::{Outcome, operations::events::as_json};

/// Prints a stream's history with all metadata of each event.
pub(super) fn print_stream(
    out: &mut impl Write,
    stream: &StreamId,
    events: &[Recorded<RawEvent>],
    json: bool,
) -> Outcome<()> {
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
        print_data(out, data)?;
    }
    Ok(())
}

fn print_data(out: &mut impl Write, data: &Payload) -> Outcome<()> {
    for line in serde_json::to_string_pretty(data)?.lines() {
        writeln!(out, "     {line}")?;
    }
    Ok(())
}

/// Prints one event as a line, with the payload on request.
pub(super) fn print_one(out: &mut impl Write, event: &Recorded<RawEvent>, form: Form) -> Outcome<()> {
    if form.json {
        writeln!(out, "{}", as_json(event))?;
        return Ok(());
    }
    writeln!(out, "{}", head_line(event))?;
    if form.data {
        print_data(out, &event.event.data)?;
    }
    Ok(())
}

/// The line that summarizes an event.
pub(crate) fn head_line(event: &Recorded<RawEvent>) -> String {
    let at = event.recorded_at.format("%Y-%m-%d %H:%M:%S%.3f UTC");
    let (position, stream, version) = (event.position, &event.stream, event.version);
    format!(
        "{position:>10}  {at}  {stream} {version}  {}  by {}",
        event.event.event_type,
        actor(&event.actor)
    )
}

fn actor(actor: &Actor) -> String {
    match actor {
        Actor::Account { id, role } => format!("{} {id}", role.as_str()),
        Actor::System { name } => name.to_string(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::operations::events::tests::event;

    fn printed(json: bool) -> String {
        let mut out = Vec::new();
        print_stream(&mut out, &event(41).stream, &[event(41)], json).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_text_has_the_time_the_type_and_the_actor() {
        let text = printed(false);
        assert!(text.starts_with("order-00000000-0000-0000-0000-000000000007: 1 event\n"), "{text}");
        assert!(
            text.contains("1  2026-09-21 14:13:20.000 UTC  OrderPlaced v1  by place_order_when_paid"),
            "{text}"
        );
        assert!(text.contains("\"total\": 1250"), "{text}");
    }

    #[test]
    fn json_output_has_one_object_per_line() {
        let object: serde_json::Value = serde_json::from_str(printed(true).trim_end()).unwrap();
        assert_eq!(object["type"], "OrderPlaced");
        assert_eq!(object["position"], 41);
    }

    #[test]
    fn in_a_list_an_event_is_one_line_with_an_optional_payload() {
        let printed = |data| {
            let mut out = Vec::new();
            print_one(&mut out, &event(41), Form { data, json: false }).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            printed(false),
            "        41  2026-09-21 14:13:20.000 UTC  order-00000000-0000-0000-0000-000000000007 1  OrderPlaced  by \
             place_order_when_paid\n"
        );
        assert!(printed(true).contains("\"total\": 1250"), "{}", printed(true));
    }
}
