//! The state of the whole shop, in a sentence and in figures.

use std::fmt::Write;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The state of the whole shop.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// A summary of the figures, in a sentence.
    #[schema(example = "All views current; 2 events parked; 1 refund waits for the provider")]
    pub sentence: String,
    /// When the figures were read.
    pub at: DateTime<Utc>,
    /// The end of the log.
    pub head: u64,
    /// The figures of the views.
    pub views: ViewFigures,
    /// The figures of parked items.
    pub parked: ParkedFigures,
    /// The figures of refunds that the provider has not accepted.
    pub refunds: RefundFigures,
    /// The figures of the process managers.
    pub managers: ManagerFigures,
    /// The figures of the backups.
    pub backups: BackupFigures,
    /// The leases: the process managers first, then the views by name and build.
    pub leases: Vec<Lease>,
}

/// The views by their state. Each view counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewFigures {
    /// All views.
    pub total: u64,
    /// Views that follow the log and are at most five seconds behind.
    pub current: u64,
    /// Views that follow the log and are more than five seconds behind.
    pub behind: u64,
    /// Views that an operator has paused.
    pub paused: u64,
    /// Views that an error has stopped.
    pub failing: u64,
    /// Views that no process runs.
    pub stopped: u64,
    /// Views that are being built for the first time.
    pub building: u64,
    /// Views that serve while another build of them is under way.
    pub rebuilding: u64,
}

/// The figures of parked items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParkedFigures {
    /// The number of events that a view cannot apply.
    pub events: u64,
    /// The number of steps that a process manager has given up, and of events that one cannot read.
    pub steps: u64,
}

/// Refunds that the provider has not accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundFigures {
    /// The number of refunds.
    pub waiting: u64,
    /// Their sum, in US dollars.
    pub amount: f64,
    /// Whether there are more steps than were examined.
    pub more: bool,
}

/// The pending work of the process managers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagerFigures {
    /// The number of process managers.
    pub total: u64,
    /// Whether a process runs them.
    pub running: bool,
    /// The number of overdue entries, without parked ones.
    pub overdue: u64,
    /// The number of entries that have failed and will be retried.
    pub failing: u64,
}

/// The last backup and the last rehearsal of a restore, as far as they were recorded in this shop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupFigures {
    /// When the newest backup began; null when there is none.
    #[schema(required)]
    pub last_backup: Option<DateTime<Utc>>,
    /// Whether a backup is due: the last one is older than 26 hours.
    pub backup_due: bool,
    /// When a rehearsed restore of a backup was last recorded; null when none was.
    #[schema(required)]
    pub last_rehearsal: Option<DateTime<Utc>>,
    /// Whether a rehearsal is due: the last one is older than 92 days.
    pub rehearsal_due: bool,
}

/// A lease: one process writes a view's build, or the agendas of the process managers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lease {
    /// What the process writes.
    pub kind: LeaseKind,
    /// The view's name, or `process managers`.
    #[schema(example = "catalog")]
    pub name: String,
    /// The number of the view's build; null for the process managers.
    #[schema(required)]
    pub generation: Option<i32>,
    /// The id of the process; null when its session does not report it.
    #[schema(required)]
    pub process: Option<u32>,
    /// The host of the process; null when its session does not report it.
    #[schema(required)]
    pub host: Option<String>,
    /// The address from which it is connected to the database; null through a socket.
    #[schema(required)]
    pub address: Option<String>,
    /// When the process connected.
    pub since: DateTime<Utc>,
}

/// What the holder of a lease writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LeaseKind {
    /// The agendas of all process managers.
    Managers,
    /// A build of a view.
    View,
}

impl Overview {
    /// Makes the sentence from the figures: the views, then everything that needs attention.
    pub fn sentence_of(
        views: &ViewFigures,
        parked: &ParkedFigures,
        refunds: &RefundFigures,
        managers: &ManagerFigures,
    ) -> String {
        let mut sentence = match views.total - views.current {
            0 => "All views current".to_owned(),
            _ => format!("{} of {} views current", views.current, views.total),
        };
        let states = [
            (views.behind, "behind"),
            (views.paused, "paused"),
            (views.failing, "failing"),
            (views.stopped, "stopped"),
            (views.building, "being built"),
            (views.rebuilding, "being rebuilt"),
        ];
        let parts: Vec<String> = states
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
        if !parts.is_empty() {
            let _ = write!(sentence, " ({})", parts.join(", "));
        }
        let mut add = |number: u64, one: &str, many: &str| match number {
            0 => {}
            1 => drop(write!(sentence, "; 1 {one}")),
            _ => drop(write!(sentence, "; {number} {many}")),
        };
        add(parked.events, "event parked", "events parked");
        add(parked.steps, "step parked", "steps parked");
        add(refunds.waiting, "refund waits for the provider", "refunds wait for the provider");
        add(managers.failing, "step is tried again", "steps are tried again");
        if !managers.running {
            sentence.push_str("; no process runs the process managers");
        }
        sentence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(views: ViewFigures, parked: ParkedFigures, waiting: u64, running: bool) -> String {
        let managers = ManagerFigures { total: 15, running, overdue: 0, failing: 0 };
        Overview::sentence_of(
            &views,
            &parked,
            &RefundFigures { waiting, amount: 1.0, more: false },
            &managers,
        )
    }

    #[test]
    fn one_line_says_whether_anything_needs_attention() {
        let well = ViewFigures { total: 11, current: 11, ..ViewFigures::default() };
        let nothing = ParkedFigures::default();
        assert_eq!(sentence(well, nothing, 0, true), "All views current");
        let parked = ParkedFigures { events: 2, steps: 1 };
        assert_eq!(
            sentence(well, parked, 1, true),
            "All views current; 2 events parked; 1 step parked; 1 refund waits for the provider"
        );
        let ill = ViewFigures { current: 8, behind: 1, paused: 2, ..well };
        assert_eq!(
            sentence(ill, nothing, 0, false),
            "8 of 11 views current (1 behind, 2 paused); no process runs the process managers"
        );
        let rebuilt = ViewFigures { rebuilding: 1, ..well };
        assert_eq!(sentence(rebuilt, nothing, 0, true), "All views current (1 being rebuilt)");
    }
}
