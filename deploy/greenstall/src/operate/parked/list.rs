//! `greenstall parked list` and `show`.

use std::io::{Write, stdout};

use chrono::{DateTime, Utc};
use command_service::automation::{self, ParkedStep, Trouble};
use projections::engine::ParkedStream;
use serde_json::{Value, json};

use super::which::{Which, all, one};
use crate::{
    Outcome,
    operate::{events::head_line, workbench::reading},
    operations::parked::Item,
    settings::Settings,
};

/// Prints the parked items. With `check` it fails when there is any.
pub(super) async fn list(settings: &Settings, json: bool, check: bool) -> Outcome<()> {
    let items = reading(settings, async |ports| all(ports).await).await?;
    print(&mut stdout().lock(), &items, json)?;
    match items.len() {
        0 => Ok(()),
        waiting if check => Err(format!("{waiting} parked: somebody must look at it").into()),
        _ => Ok(()),
    }
}

fn print(out: &mut impl Write, items: &[Item], json: bool) -> Outcome<()> {
    if json {
        for item in items {
            writeln!(out, "{}", as_json(item))?;
        }
        return Ok(());
    }
    if items.is_empty() {
        writeln!(out, "nothing is parked")?;
        return Ok(());
    }
    for item in items {
        let (kind, since, tries) = match item {
            Item::Stream(parked) => ("view", parked.parked_at, u64::from(parked.attempts)),
            Item::Step(parked) => {
                ("process manager", parked.parked_at, u64::from(parked.failures.unsigned_abs()))
            }
        };
        let stream =
            item.stream().map_or_else(|| "a stream of another program".to_owned(), ToString::to_string);
        writeln!(out, "{} {stream}", item.owner())?;
        let tries = if tries == 1 { "tried once".to_owned() } else { format!("tried {tries} times") };
        writeln!(
            out,
            "    {kind}; {}; parked since {}, {tries}{}",
            item.description(),
            minute(since),
            behind(item)
        )?;
        writeln!(out, "    {}", item.error())?;
    }
    writeln!(
        out,
        "\n`parked show`, `retry` and `skip` take the first line of an entry: parked show OWNER STREAM"
    )?;
    Ok(())
}

/// Describes the number of events that wait behind a parked item.
fn behind(item: &Item) -> String {
    match item {
        Item::Stream(ParkedStream { waiting, .. }) if *waiting > 0 => {
            format!(", {waiting} later events wait")
        }
        _ => String::new(),
    }
}

fn minute(at: DateTime<Utc>) -> impl std::fmt::Display {
    at.format("%Y-%m-%d %H:%M UTC")
}

fn as_json(item: &Item) -> Value {
    match item {
        Item::Stream(parked) => json!({
            "kind": "view", "owner": parked.view, "generation": parked.generation, "state": parked.state.as_str(),
            "stream": parked.stream.to_string(), "version": parked.version, "position": parked.position,
            "type": parked.event_type, "error": parked.error, "parkedAt": parked.parked_at,
            "tries": parked.attempts, "waiting": parked.waiting, "nextTry": parked.next_try,
        }),
        Item::Step(parked) => json!({
            "kind": "processManager", "owner": parked.manager,
            "stream": parked.stream.as_ref().map(ToString::to_string), "subject": parked.subject,
            "version": match parked.trouble {
                Trouble::StepFails => None,
                Trouble::UnreadableEvent(version) => Some(version),
            },
            "cause": parked.cause, "error": parked.error, "parkedAt": parked.parked_at,
            "failingSince": parked.failing_since, "tries": parked.failures,
        }),
    }
}

/// Prints what operators have skipped, newest last.
pub(super) async fn skipped(settings: &Settings, json: bool) -> Outcome<()> {
    let (events, steps) = reading(settings, async |ports| {
        Ok((ports.engine.skipped().await?, automation::skips(&ports.pool).await?))
    })
    .await?;
    let mut out = stdout().lock();
    for event in events {
        if json {
            let row = json!({ "kind": "view", "owner": event.view, "codeVersion": event.code_version,
                              "stream": event.stream.to_string(), "version": event.version,
                              "position": event.position, "type": event.event_type, "error": event.error,
                              "skippedAt": event.skipped_at });
            writeln!(out, "{row}")?;
            continue;
        }
        writeln!(out, "{} {}", event.view, event.stream)?;
        let at = minute(event.skipped_at);
        let (version, event_type, code) = (event.version, event.event_type, event.code_version);
        writeln!(out, "    view, version {code} of its code; event {version} {event_type}; skipped {at}")?;
        writeln!(out, "    {}", event.error)?;
    }
    for skip in steps.into_iter().rev() {
        if json {
            let row = json!({ "kind": "processManager", "owner": skip.manager, "subject": skip.subject,
                              "version": skip.version, "error": skip.error, "skippedBy": skip.skipped_by,
                              "skippedAt": skip.skipped_at });
            writeln!(out, "{row}")?;
            continue;
        }
        let what = skip.version.map_or_else(|| "step".to_owned(), |version| format!("event {version}"));
        writeln!(out, "{} {}", skip.manager, skip.subject)?;
        writeln!(
            out,
            "    process manager; {what}; skipped {} by {}",
            minute(skip.skipped_at),
            skip.skipped_by
        )?;
        writeln!(out, "    {}", skip.error)?;
    }
    Ok(())
}

/// Prints everything that is known about one parked item.
pub(super) async fn show(settings: &Settings, which: &Which) -> Outcome<()> {
    let (item, history) = reading(settings, async |ports| {
        let item = one(ports, which).await?;
        Ok((item, ports.log.read_stream_sifted(&which.stream, 0, 10_000).await?))
    })
    .await?;
    let mut out = stdout().lock();
    describe(&mut out, &item, which)?;
    writeln!(out, "\nThe stream (`events show {}` has the payloads):", which.stream)?;
    let (events, unreadable) = history;
    for event in &events {
        writeln!(out, "{}", head_line(event))?;
    }
    for event in &unreadable {
        writeln!(
            out,
            "{:>10}  version {} {}: {}",
            event.position, event.version, event.event_type, event.reason
        )?;
    }
    Ok(())
}

fn describe(out: &mut impl Write, item: &Item, which: &Which) -> Outcome<()> {
    writeln!(out, "{} {}", which.owner, which.stream)?;
    writeln!(out, "What went wrong: {}", item.error())?;
    let (retrying, skipping) = match item {
        Item::Stream(ParkedStream { generation, state, position, version, event_type, waiting, .. }) => {
            writeln!(
                out,
                "The view could not apply event {version}, {event_type}, at position {position}, in build {generation} \
                 ({}). {waiting} later events of the stream wait behind it; other streams go on.",
                state.as_str()
            )?;
            (
                "apply it again: right once what was wrong is repaired",
                "go on without this event: right when a fixed program cannot be had soon; a rebuild by newer code \
                 applies it",
            )
        }
        Item::Step(ParkedStep { trouble: Trouble::StepFails, failures, failing_since, cause, .. }) => {
            let since = failing_since.map_or_else(String::new, |since| format!(" since {}", minute(since)));
            writeln!(
                out,
                "The step failed {failures} times{since}. It was made necessary by event {cause}."
            )?;
            (
                "try the step for another hour: right once what it needs is back",
                "never do this step: right when it was done by hand, such as a refund at the provider",
            )
        }
        Item::Step(ParkedStep { trouble: Trouble::UnreadableEvent(version), .. }) => {
            writeln!(out, "Event {version} of the stream cannot be read; nothing is done about the stream.")?;
            (
                "read the stream again: right after an upgrade of the program",
                "pass over this one event and go on with those behind it",
            )
        }
    };
    let Which { owner, stream } = which;
    writeln!(out, "parked retry {owner} {stream}\n    {retrying}")?;
    writeln!(out, "parked skip {owner} {stream}\n    {skipping}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use projections::engine::State;
    use shared_events::{Position, StreamId};
    use uuid::Uuid;

    use super::*;

    fn items() -> Vec<Item> {
        let at = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let stream = StreamId::new("product", Uuid::from_u128(7));
        vec![
            Item::Stream(ParkedStream {
                view: "catalog".to_owned(),
                generation: 3,
                state: State::Serving,
                stream,
                position: Position(41),
                version: 2,
                event_type: "ProductApproved".to_owned(),
                error: "odd".to_owned(),
                parked_at: at,
                tried_at: at,
                attempts: 1,
                next_try: None,
                waiting: 4,
            }),
            Item::Step(ParkedStep {
                manager: "make_good_when_cancelled".to_owned(),
                subject: Uuid::from_u128(8),
                stream: Some(StreamId::new("order", Uuid::from_u128(8))),
                trouble: Trouble::StepFails,
                cause: Uuid::from_u128(9),
                failures: 20,
                failing_since: Some(at),
                parked_at: at,
                error: "no line".to_owned(),
            }),
        ]
    }

    fn printed(items: &[Item], json: bool) -> String {
        let mut out = Vec::new();
        print(&mut out, items, json).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_list_says_what_each_entry_is() {
        let text = printed(&items(), false);
        for part in [
            "catalog product-00000000-0000-0000-0000-000000000007\n    view; event 2 ProductApproved; parked since \
             2026-09-21 14:13 UTC, tried once, 4 later events wait\n    odd\n",
            "make_good_when_cancelled order-00000000-0000-0000-0000-000000000008\n    process manager; step; parked \
             since 2026-09-21 14:13 UTC, tried 20 times\n    no line\n",
        ] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(printed(&[], false), "nothing is parked\n");
    }

    #[test]
    fn json_output_has_one_object_per_line() {
        let text = printed(&items(), true);
        let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(objects.len(), 2);
        assert_eq!((objects[0]["kind"].as_str(), objects[1]["tries"].as_i64()), (Some("view"), Some(20)));
    }
}
