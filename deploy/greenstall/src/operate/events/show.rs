//! `greenstall events show`: the history of a stream.

use std::io::{Write, stdout};

use chrono::{DateTime, Utc};
use command_service::history;
use shared_events::StreamId;

use super::{filter::category, print::print_stream};
use crate::{Outcome, operate::workbench::reading, settings::Settings};

/// Prints a stream's events, oldest first. With a time, prints the events recorded by then and the state after them.
pub(super) async fn show(
    settings: &Settings,
    stream: &StreamId,
    as_of: Option<DateTime<Utc>>,
    json: bool,
) -> Outcome<()> {
    category(&stream.category)?;
    let mut events = reading(settings, async |ports| Ok(ports.log.load_raw(stream).await?)).await?;
    let Some(first) = events.first() else { return Err(format!("{stream} has no events").into()) };
    let began = first.recorded_at;
    let mut out = stdout().lock();
    let Some(time) = as_of else { return print_stream(&mut out, stream, &events, json) };
    // Clocks may differ between processes, so cut after the last event recorded by then, not before the first later
    // one.
    let known = events.iter().rposition(|event| event.recorded_at <= time).map_or(0, |last| last + 1);
    events.truncate(known);
    if events.is_empty() {
        return Err(format!("{stream} had no events at {time}: the first was recorded at {began}").into());
    }
    print_stream(&mut out, stream, &events, json)?;
    let state = history::states(&stream.category, &events).pop().flatten();
    if let Some(state) = state.filter(|_| !json) {
        writeln!(out, "\nThe state behind it: {}", serde_json::to_string_pretty(&state)?)?;
    }
    Ok(())
}
