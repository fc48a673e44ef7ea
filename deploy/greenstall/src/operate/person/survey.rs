//! Reads the log for everything about a person.

use std::time::Instant;

use event_store::Categories;
use shared_events::{Position, RawEvent, Recorded};

use crate::{Outcome, ports::Ports, report::Report};

const PAGE: usize = 5_000;

/// Reads the whole log with a progress bar. `see` gets each event, and returns whether the event counts.
pub(super) async fn survey(
    ports: &Ports,
    what: &str,
    mut see: impl FnMut(&Recorded<RawEvent>) -> Outcome<bool>,
) -> Outcome<u64> {
    let began = Instant::now();
    let head = ports.engine.head().await?;
    let mut report = Report::new(what);
    let (mut position, mut found) = (Position::START, 0_u64);
    loop {
        let (page, unreadable) = ports.log.read_all_sifted(position, &Categories::All, PAGE).await?;
        for event in &page.events {
            found += u64::from(see(event)?);
        }
        for event in &unreadable {
            report.aside(|| eprintln!("{} version {}: {}", event.stream, event.version, event.reason));
        }
        position = page.up_to;
        report.at(position.0, head.0, &format!("{found} events"));
        if page.end {
            break;
        }
    }
    report.done(&format!("{found} events in {:.1} s", began.elapsed().as_secs_f64()));
    Ok(found)
}
