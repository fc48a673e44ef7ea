//! `greenstall events tail`: the log as it grows.

use std::{
    convert::Infallible,
    io::{Write, stdout},
    time::Duration,
};

use shared_events::Position;

use super::{Filter, Form, print::print_one};
use crate::{Outcome, operate::workbench::with_ports, ports::Ports, settings::Settings, signals};

const PAGE: usize = 500;
/// A wake-up that is lost costs at most this long.
const POLL: Duration = Duration::from_millis(500);

/// Prints what comes until Ctrl-C.
pub(super) async fn tail(
    settings: &Settings,
    from: Option<Position>,
    filter: &Filter,
    form: Form,
) -> Outcome<()> {
    let stop = signals::stop_token()?;
    with_ports(settings, async |ports| {
        match stop.run_until_cancelled(follow(ports, from, filter, form)).await {
            Some(Err(error)) => Err(error),
            None => Ok(()),
        }
    })
    .await
}

async fn follow(ports: &Ports, from: Option<Position>, filter: &Filter, form: Form) -> Outcome<Infallible> {
    let categories = filter.categories()?;
    let mut position = match from {
        Some(position) => position,
        None => ports.engine.head().await?,
    };
    loop {
        let (page, unreadable) = ports.log.read_all_sifted(position, &categories, PAGE).await?;
        for event in page.events.iter().filter(|event| filter.wants(event)) {
            print_one(&mut stdout().lock(), event, form)?;
        }
        for event in &unreadable {
            eprintln!("{} version {}: {}", event.stream, event.version, event.reason);
        }
        stdout().flush()?;
        if page.up_to == position {
            ports.log.wait_beyond(position, POLL).await;
        }
        position = page.up_to;
    }
}
