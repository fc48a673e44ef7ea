//! `greenstall events show`: the history of a stream.

use shared_events::StreamId;

use super::{filter::category, print::print_stream};
use crate::{Outcome, operate::workbench::reading, settings::Settings};

/// Prints a stream's events, oldest first.
pub(super) async fn show(settings: &Settings, stream: &StreamId, json: bool) -> Outcome<()> {
    category(&stream.category)?;
    let events = reading(settings, async |ports| Ok(ports.log.load_raw(stream).await?)).await?;
    if events.is_empty() {
        return Err(format!("{stream} has no events").into());
    }
    print_stream(&mut std::io::stdout().lock(), stream, &events, json)
}
