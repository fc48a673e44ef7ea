//! `greenstall views list`: prints the views and their generations.

use std::{
    io::{Write, stdout},
    time::Duration,
};

use projections::engine::{GenerationStatus, State, ViewStatus};
use serde_json::json;

use super::build::for_people;
use crate::{Outcome, operate::workbench::reading, settings::Settings};

/// Prints every view with its generations.
pub(super) async fn list(settings: &Settings, json: bool) -> Outcome<()> {
    let views = reading(settings, async |ports| Ok(ports.engine.status().await?)).await?;
    print(&mut stdout().lock(), &views, json)
}

fn print(out: &mut impl Write, views: &[ViewStatus], json: bool) -> Outcome<()> {
    if json {
        for view in views {
            for built in &view.generations {
                writeln!(out, "{}", as_json(view, built))?;
            }
        }
        return Ok(());
    }
    writeln!(
        out,
        "{:<14} {:>4} {:>5}  {:<9} {:>10} {:>7} {:>8} {:>9} {:>6}  running",
        "view", "no.", "code", "state", "position", "behind", "seconds", "rows", "parked"
    )?;
    for view in views {
        for built in &view.generations {
            let seconds = built.seconds_behind.map_or_else(String::new, |seconds| format!("{seconds:.1}"));
            let running = if built.running { "yes" } else { "no" };
            let state = built.state.as_str();
            writeln!(
                out,
                "{:<14} {:>4} {:>5}  {state:<9} {:>10} {:>7} {seconds:>8} {:>9} {:>6}  {running}",
                view.name,
                built.number,
                built.code_version,
                built.position,
                built.lag,
                built.rows,
                built.parked
            )?;
            notes(out, built)?;
            if built.state == State::Serving && built.code_version > view.code_version {
                let text = "built by newer code: this program builds its own when no process writes this one";
                writeln!(out, "{:14} {text}", "")?;
            }
        }
        if view.generations.is_empty() {
            writeln!(out, "{:<14} not built yet", view.name)?;
        }
        if let Some(since) = view.paused {
            let since = since.format("%Y-%m-%d %H:%M UTC");
            writeln!(out, "{:14} paused since {since}: `views resume {}` lets it go on", "", view.name)?;
        }
        if let Some(version) = view.rolled_back_from {
            writeln!(
                out,
                "{:14} rolled back from version {version} of its code: `views rebuild {}` builds it again",
                "", view.name
            )?;
        }
    }
    Ok(())
}

fn notes(out: &mut impl Write, built: &GenerationStatus) -> Outcome<()> {
    if let Some(left) = built.time_left {
        let rate = built.events_per_second;
        writeln!(out, "{:14} {rate:.0} events/s, {} left", "", for_people(left.max(Duration::from_secs(1))))?;
    }
    if built.held {
        let waits = "waits for a decision: `views review` shows the differences, `views swap` lets it serve";
        let held = if built.reviewed_at.is_some() { waits } else { "stops before it would serve" };
        writeln!(out, "{:14} {held}", "")?;
    }
    if built.parked > 0 {
        writeln!(out, "{:14} streams wait: `parked list` says why", "")?;
    }
    if built.skipped > 0 {
        writeln!(out, "{:14} passes {} events that an operator has skipped", "", built.skipped)?;
    }
    if let Some(error) = &built.last_error {
        writeln!(out, "{:14} stopped: {error}", "")?;
    }
    Ok(())
}

fn as_json(view: &ViewStatus, built: &GenerationStatus) -> serde_json::Value {
    json!({
        "name": view.name, "generation": built.number, "version": built.code_version,
        "state": built.state.as_str(), "position": built.position, "lag": built.lag,
        "lagSeconds": built.seconds_behind, "events": built.events, "eventsPerSecond": built.events_per_second,
        "secondsLeft": built.time_left.map(|left| left.as_secs()), "rows": built.rows, "parked": built.parked,
        "skipped": built.skipped, "running": built.running, "error": built.last_error,
        "failedAt": built.failed_at, "createdAt": built.created_at, "askedBy": built.asked_by,
        "held": built.held, "reviewedAt": built.reviewed_at, "paused": view.paused, "rolledBackFrom": view.rolled_back_from,
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use shared_events::Position;

    use super::*;

    fn catalog() -> ViewStatus {
        let built = GenerationStatus {
            number: 3,
            code_version: 2,
            state: State::Serving,
            position: Position(41),
            lag: 7,
            seconds_behind: Some(1.25),
            events: 40,
            events_per_second: 0.0,
            time_left: None,
            parked: 1,
            skipped: 0,
            rows: 12,
            created_at: DateTime::UNIX_EPOCH,
            asked_by: None,
            held: false,
            reviewed_at: None,
            running: true,
            last_error: None,
            failed_at: None,
        };
        ViewStatus {
            name: "catalog",
            code_version: 2,
            paused: DateTime::from_timestamp(1_790_000_000, 0),
            rolled_back_from: None,
            generations: vec![built],
        }
    }

    fn printed(json: bool) -> String {
        let mut out = Vec::new();
        print(&mut out, &[catalog()], json).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_text_has_a_views_position_and_advice() {
        let text = printed(false);
        assert!(
            text.contains(
                "catalog           3     2  serving           41       7      1.2        12      1  yes"
            ),
            "{text}"
        );
        assert!(text.contains("streams wait: `parked list` says why"), "{text}");
        assert!(
            text.contains("paused since 2026-09-21 14:13 UTC: `views resume catalog` lets it go on"),
            "{text}"
        );
    }

    #[test]
    fn json_output_has_one_object_per_line() {
        let object: serde_json::Value = serde_json::from_str(printed(true).trim_end()).unwrap();
        assert_eq!(object["name"], "catalog");
        assert_eq!((object["lag"].as_u64(), object["parked"].as_u64()), (Some(7), Some(1)));
    }
}
