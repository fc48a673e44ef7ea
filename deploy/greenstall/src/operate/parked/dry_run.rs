//! `greenstall parked retry --dry-run`.

use std::io::{Write, stdout};

use query_service::operations::{DryRun, DryRunOutcome};

use super::which::{Which, one};
use crate::{
    Outcome, operate::workbench::with_ports, operations::dry_run::dry_run as tried, settings::Settings,
};

/// Prints what a retry would do. It fails when the retry would park the item again.
pub(super) async fn dry_run(settings: &Settings, which: &Which) -> Outcome<()> {
    with_ports(settings, async |ports| {
        one(ports, which).await?;
        let Which { owner, stream } = which;
        let text = match tried(&ports.engine, &ports.pool, &ports.log, owner, stream).await? {
            None => "is not parked any more".to_owned(),
            Some(run) if run.outcome == DryRunOutcome::Applied => line(&run),
            Some(run) => return Err(format!("{owner} {stream}: {}", line(&run)).into()),
        };
        Ok(writeln!(stdout(), "{owner} {stream}: {text}")?)
    })
    .await
}

fn line(run: &DryRun) -> String {
    let error = run.error.as_deref().unwrap_or_default();
    match run.outcome {
        DryRunOutcome::Applied => {
            format!("a retry would apply {} of {} events; nothing was changed", run.applied, run.waiting)
        }
        DryRunOutcome::Parked => format!(
            "a retry would apply {} of {} events and park it again at event {}: {error}. Nothing was changed",
            run.applied,
            run.waiting,
            run.version.unwrap_or_default()
        ),
        DryRunOutcome::Untried => format!("not tried: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dry_run_says_how_many_events_would_follow_and_what_stops_them() {
        let well = DryRun {
            outcome: DryRunOutcome::Applied,
            applied: 3,
            waiting: 3,
            event: None,
            version: None,
            position: None,
            error: None,
        };
        assert_eq!(line(&well), "a retry would apply 3 of 3 events; nothing was changed");
        let error = Some("a bug".to_owned());
        let again = DryRun { outcome: DryRunOutcome::Parked, applied: 1, version: Some(7), error, ..well };
        let text =
            "a retry would apply 1 of 3 events and park it again at event 7: a bug. Nothing was changed";
        assert_eq!(line(&again), text);
    }
}
