//! `greenstall views`: the tables that screens are read from.

use std::{io::Write, time::Instant};

use projections::engine::{Phase, Progress, ViewStatus};
use serde_json::json;

use crate::{Outcome, operate::workbench::with_ports, report::Report, settings::Settings};

/// Prints every view's generations.
pub(crate) async fn list(settings: &Settings, json: bool) -> Outcome<()> {
    let views = with_ports(settings, async |ports| Ok(ports.engine.status().await?)).await?;
    print(&mut std::io::stdout().lock(), &views, json)
}

/// Builds a view anew beside the one that serves, and ends when it serves.
pub(crate) async fn rebuild(settings: &Settings, view: &str) -> Outcome<()> {
    let began = Instant::now();
    let mut report = Report::new(view);
    let mut events = 0;
    let show = |progress: Progress| {
        events = progress.events;
        let Progress { position, head, events_per_second, .. } = progress;
        let doing = match progress.phase {
            Phase::Filling => "filling",
            Phase::Indexing => "making indexes",
            Phase::Swapping => "swapping",
        };
        report.at(position.0, head.0, &format!("{doing}, {events_per_second:.0} events/s"));
    };
    with_ports(settings, async |ports| Ok(ports.engine.rebuild(view, show).await?)).await?;
    report.done(&format!("{events} events in {:.1} s, and it serves", began.elapsed().as_secs_f64()));
    Ok(())
}

fn print(out: &mut impl Write, views: &[ViewStatus], json: bool) -> Outcome<()> {
    if !json {
        writeln!(
            out,
            "{:<14} {:>4} {:>5}  {:<9} {:>10} {:>7} {:>9}  running",
            "view", "no.", "code", "state", "position", "behind", "rows"
        )?;
    }
    for view in views {
        for built in &view.generations {
            let state = built.state.as_str();
            if json {
                let row = json!({
                    "name": view.name, "generation": built.number, "version": built.code_version, "state": state,
                    "position": built.position, "lag": built.lag, "rows": built.rows, "running": built.running,
                    "error": built.last_error, "failedAt": built.failed_at,
                });
                writeln!(out, "{row}")?;
                continue;
            }
            let running = if built.running { "yes" } else { "no" };
            writeln!(
                out,
                "{:<14} {:>4} {:>5}  {state:<9} {:>10} {:>7} {:>9}  {running}",
                view.name, built.number, built.code_version, built.position, built.lag, built.rows
            )?;
            if let Some(error) = &built.last_error {
                writeln!(out, "{:14} stopped: {error}", "")?;
            }
        }
        if view.generations.is_empty() && !json {
            writeln!(out, "{:<14} not built yet", view.name)?;
        }
    }
    Ok(())
}
