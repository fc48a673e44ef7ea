//! `greenstall operations`: prints the state of the whole shop.

use std::io::{Write, stdout};

use chrono::{DateTime, Utc};
use clap::Args;
use query_service::operations::{BackupFigures, Lease, Overview};

use crate::{Outcome, operate::workbench::reading, operations::overview::overview, settings::Settings};

#[derive(Debug, Args)]
pub(crate) struct Operations {
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
}

/// Prints the shop's state in one sentence, the backups, and which processes hold which leases.
pub(crate) async fn run(settings: &Settings, Operations { json }: Operations) -> Outcome<()> {
    let overview = reading(settings, async |ports| {
        overview(&ports.engine, &ports.pool, &ports.log, ports.clock.now()).await
    })
    .await?;
    print(&mut stdout().lock(), &overview, json)
}

fn print(out: &mut impl Write, overview: &Overview, json: bool) -> Outcome<()> {
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(overview)?)?);
    }
    writeln!(out, "{}", overview.sentence)?;
    for line in describe_backups(&overview.backups) {
        writeln!(out, "{line}")?;
    }
    for lease in &overview.leases {
        writeln!(out, "    {}", describe(lease))?;
    }
    Ok(())
}

/// The last backup and the last rehearsal, with advice when one is due.
fn describe_backups(figures: &BackupFigures) -> [String; 2] {
    let line = |what: &str, last: Option<DateTime<Utc>>, due, advice: &str| {
        let last =
            last.map_or_else(|| "never".to_owned(), |last| last.format("%Y-%m-%d %H:%M UTC").to_string());
        format!("{what}: {last}{}", if due { advice } else { "" })
    };
    let backup =
        line("Last backup", figures.last_backup, figures.backup_due, " (due: `greenstall backup FILE`)");
    let advice = " (due: restore a backup elsewhere, then `greenstall rehearsed FILE`)";
    [backup, line("Last rehearsal of a restore", figures.last_rehearsal, figures.rehearsal_due, advice)]
}

/// The holder of a lease in one line.
pub(super) fn describe(lease: &Lease) -> String {
    let Lease { name, generation, process, host, address, since, .. } = lease;
    let build = generation.map_or_else(String::new, |number| format!(" build {number}"));
    let process = process.map_or_else(|| "a process".to_owned(), |id| format!("process {id}"));
    let place = host.as_ref().or(address.as_ref()).map_or_else(String::new, |place| format!(" on {place}"));
    format!("{name}{build}: {process}{place} since {}", since.format("%Y-%m-%d %H:%M UTC"))
}

#[cfg(test)]
mod tests {
    use query_service::operations::LeaseKind;

    use super::*;

    #[test]
    fn an_overdue_backup_is_printed_with_advice() {
        let last_backup = Some(DateTime::UNIX_EPOCH);
        let figures = BackupFigures { last_backup, rehearsal_due: true, ..BackupFigures::default() };
        let [backup, rehearsal] = describe_backups(&figures);
        assert_eq!(backup, "Last backup: 1970-01-01 00:00 UTC");
        let advice = "never (due: restore a backup elsewhere, then `greenstall rehearsed FILE`)";
        assert_eq!(rehearsal, format!("Last rehearsal of a restore: {advice}"));
    }

    #[test]
    fn a_lease_is_printed_with_what_is_known_of_its_holder() {
        let mut lease = Lease {
            kind: LeaseKind::View,
            name: "catalog".to_owned(),
            generation: Some(3),
            process: Some(7),
            host: Some("stall-1".to_owned()),
            address: Some("127.0.0.1".to_owned()),
            since: DateTime::UNIX_EPOCH,
        };
        assert_eq!(describe(&lease), "catalog build 3: process 7 on stall-1 since 1970-01-01 00:00 UTC");
        (lease.generation, lease.process, lease.host) = (None, None, None);
        assert_eq!(describe(&lease), "catalog: a process on 127.0.0.1 since 1970-01-01 00:00 UTC");
    }
}
