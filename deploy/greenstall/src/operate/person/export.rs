//! `greenstall person export`: writes everything that the log holds about a person.

use std::{
    fs::{self, File},
    io::{BufWriter, Write, stdout},
    os::unix::fs::OpenOptionsExt,
    path::Path,
    pin::pin,
    time::Instant,
};

use futures_util::StreamExt;
use shared_events::{
    events::{Operated, OperatorAct},
    ids::AccountId,
};

use super::account::account;
use crate::{
    Outcome,
    operate::{
        usage::usage,
        workbench::with_ports,
        written_down::{ReasonArgument, written_down},
    },
    operations::person::export::{ExportPart, pieces},
    ports::Ports,
    report::Report,
    settings::Settings,
};

/// Writes one JSON document: the person, the time, and the events, oldest first. The audit records the export.
pub(super) async fn export(
    settings: &Settings,
    who: &str,
    out: Option<&Path>,
    why: &ReasonArgument,
) -> Outcome<()> {
    with_ports(settings, async |ports| {
        let account = account(ports, who).await?;
        let work = async {
            match out {
                None => write(ports, account, &mut BufWriter::new(stdout())).await,
                Some(path) => {
                    let outcome = write(ports, account, &mut BufWriter::new(new_file(path)?)).await;
                    if outcome.is_err() {
                        // An incomplete file would be mistaken for a complete one.
                        let _ = fs::remove_file(path);
                    }
                    outcome
                }
            }
        };
        written_down(ports, OperatorAct::Export, Some(Operated::person(account)), why, work).await
    })
    .await
}

/// Creates a file that only its owner may read.
fn new_file(path: &Path) -> Outcome<File> {
    let file = File::options().write(true).create_new(true).mode(0o600).open(path);
    file.map_err(|error| usage(format!("{}: {error}", path.display())))
}

async fn write(ports: &Ports, account: AccountId, out: &mut impl Write) -> Outcome<()> {
    let began = Instant::now();
    let head = ports.engine.head().await?;
    let mut report = Report::new("export");
    let mut pieces = pin!(pieces(ports.log.clone(), account, ports.clock.now()));
    let mut found = 0;
    while let Some(piece) = pieces.next().await {
        let ExportPart { text, events, position, unreadable } = piece?;
        out.write_all(text.as_bytes())?;
        for line in unreadable {
            report.aside(|| eprintln!("{line}"));
        }
        found += events;
        report.at(position.0, head.0, &format!("{found} events"));
    }
    out.flush()?;
    report.done(&format!("{found} events in {:.1} s", began.elapsed().as_secs_f64()));
    if found == 0 {
        return Err(format!("the log holds nothing about account {account}").into());
    }
    Ok(())
}
