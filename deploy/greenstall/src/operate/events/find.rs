//! `greenstall events find`: reads the whole log and prints the matching events.

use std::{
    io::stdout,
    time::{Duration, Instant},
};

use shared_events::Position;

use super::{Filter, form::Form, print::print_one};
use crate::{
    Outcome,
    operate::workbench::reading,
    operations::events::{categories, matches_filter},
    report::Report,
    settings::Settings,
};

const PAGE: usize = 5_000;

/// Prints the matching events in log order.
pub(super) async fn find(
    settings: &Settings,
    filter: &Filter,
    limit: Option<u64>,
    form: Form,
) -> Outcome<()> {
    let filter = filter.wanted()?;
    let categories = categories(&filter);
    let limit = limit.unwrap_or(u64::MAX);
    reading(settings, async |ports| {
        let began = Instant::now();
        let head = ports.engine.head().await?;
        let mut report = Report::new("looking");
        let (mut position, mut read, mut found) = (Position::START, 0_u64, 0_u64);
        while found < limit {
            let (page, unreadable) = ports.log.read_all_sifted(position, &categories, PAGE).await?;
            read += page.events.len() as u64;
            let left = usize::try_from(limit - found).unwrap_or(usize::MAX);
            for event in page.events.iter().filter(|event| matches_filter(&filter, event)).take(left) {
                found += 1;
                report.aside(|| print_one(&mut stdout().lock(), event, form))?;
            }
            for event in &unreadable {
                report.aside(|| eprintln!("{} version {}: {}", event.stream, event.version, event.reason));
            }
            position = page.up_to;
            report.at(position.0, head.0, &format!("{found} found, {}", rate(read, began.elapsed())));
            if page.end {
                break;
            }
        }
        report.done(&format!("{found} of {read} events fit ({:.1} s)", began.elapsed().as_secs_f64()));
        Ok(())
    })
    .await
}

fn rate(events: u64, took: Duration) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = events as f64 / took.as_secs_f64().max(0.001);
    format!("{rate:.0} events/s")
}
