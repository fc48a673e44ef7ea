//! `greenstall events tail`: prints the log as it grows.

use std::{
    convert::Infallible,
    io::{Write, stdout},
};

use shared_events::Position;

use super::{Filter, form::Form, print::print_one};
use crate::{
    Outcome,
    operate::workbench::reading,
    operations::events::{categories, matches_filter},
    ports::Ports,
    settings::Settings,
    signals,
};

const PAGE: usize = 500;

/// Prints new events until Ctrl-C.
pub(super) async fn tail(
    settings: &Settings,
    from: Option<Position>,
    filter: &Filter,
    form: Form,
) -> Outcome<()> {
    let stop = signals::stop_token()?;
    reading(settings, async |ports| match stop.run_until_cancelled(follow(ports, from, filter, form)).await {
        Some(Err(error)) => Err(error),
        None => Ok(()),
    })
    .await
}

async fn follow(ports: &Ports, from: Option<Position>, filter: &Filter, form: Form) -> Outcome<Infallible> {
    let filter = filter.wanted()?;
    let categories = categories(&filter);
    let position = match from {
        Some(position) => position,
        None => ports.log.head().await?,
    };
    let mut subscription = ports.log.subscribe(position, categories, PAGE);
    loop {
        let batch = subscription.next().await?;
        for event in batch.events.iter().filter(|event| matches_filter(&filter, event)) {
            print_one(&mut stdout().lock(), event, form)?;
        }
        for event in &batch.unreadable {
            eprintln!("{} version {}: {}", event.stream, event.version, event.reason);
        }
        stdout().flush()?;
    }
}
