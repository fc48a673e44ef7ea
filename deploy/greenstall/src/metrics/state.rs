//! Metrics of the log, the views, the process managers and the open streams.

use command_service::automation::Backlog;
use projections::engine::{GenerationStatus, ViewStatus};
use shared_events::Position;

use super::text::{Kind, Text};

/// The position of the log's end.
pub(super) fn head(text: &mut Text, head: Position) {
    let name = "greenstall_log_head_position";
    text.metric(name, Kind::Gauge, "Position of the last event of the log.");
    text.sample(name, &[], head);
}

/// The value of one metric for a generation, if it has one.
type Sample = fn(&GenerationStatus) -> Option<f64>;

/// Positions and counts are exact up to 2⁵³.
#[expect(clippy::cast_precision_loss, reason = "Prometheus knows no other numbers")]
const fn number(value: u64) -> f64 {
    value as f64
}

const OF_GENERATIONS: [(&str, Kind, &str, Sample); 11] = [
    ("position", Kind::Gauge, "Its checkpoint.", |one| Some(number(one.position.0))),
    ("lag_events", Kind::Gauge, "How far the log goes beyond it; at most so many events.", |one| {
        Some(number(one.lag))
    }),
    ("lag_seconds", Kind::Gauge, "Age of the first event that it reads and has not passed.", |one| {
        one.seconds_behind
    }),
    ("events_total", Kind::Counter, "Events applied.", |one| Some(number(one.events))),
    ("parked_streams", Kind::Gauge, "Streams with an event that it cannot apply.", |one| {
        Some(number(one.parked))
    }),
    ("skipped_events", Kind::Gauge, "Events that it passes because an operator said so.", |one| {
        Some(number(one.skipped))
    }),
    ("rows", Kind::Gauge, "About how many rows its tables have.", |one| Some(number(one.rows))),
    ("running", Kind::Gauge, "1: a process writes it.", |one| Some(f64::from(u8::from(one.running)))),
    ("failing", Kind::Gauge, "1: something stops it.", |one| {
        Some(f64::from(u8::from(one.last_error.is_some())))
    }),
    ("events_per_second", Kind::Gauge, "Events applied in a second, as measured lately.", |one| {
        Some(one.events_per_second)
    }),
    ("build_seconds_left", Kind::Gauge, "Until a build reaches the end of the log.", |one| {
        one.time_left.map(|left| left.as_secs_f64())
    }),
];

/// Metrics of every view and generation.
pub(super) fn views(text: &mut Text, views: &[ViewStatus]) {
    let name = "greenstall_view_paused";
    text.metric(name, Kind::Gauge, "1: an operator has paused it.");
    for view in views {
        text.sample(name, &[("view", view.name)], u8::from(view.paused.is_some()));
    }
    for (name, kind, help, sample) in OF_GENERATIONS {
        let name = format!("greenstall_view_{name}");
        text.metric(&name, kind, help);
        for view in views {
            for one in &view.generations {
                let number = one.number.to_string();
                let labels =
                    [("view", view.name), ("generation", number.as_str()), ("state", one.state.as_str())];
                if let Some(value) = sample(one) {
                    text.sample(&name, &labels, value);
                }
            }
        }
    }
}

/// The last part of a metric's name, its help text, and the function that reads its value.
type OfManager = (&'static str, &'static str, fn(&Backlog) -> u64);

const OF_MANAGERS: [OfManager; 5] = [
    ("position", "How far it has read the log.", |one| one.position.0),
    ("agenda_entries", "What it has still to do, now or later.", |one| one.entries),
    ("agenda_overdue", "What should have been done by now.", |one| one.overdue),
    ("agenda_failing", "What has failed and is tried again.", |one| one.failing),
    ("agenda_parked", "What waits for an operator.", |one| one.parked),
];

/// Metrics of every process manager.
pub(super) fn managers(text: &mut Text, managers: &[Backlog]) {
    for (name, help, sample) in OF_MANAGERS {
        let name = format!("greenstall_process_manager_{name}");
        text.metric(&name, Kind::Gauge, help);
        for one in managers {
            text.sample(&name, &[("manager", one.manager.as_str())], sample(one));
        }
    }
}

/// The number of open streams.
pub(super) fn streams(text: &mut Text, open: usize) {
    let name = "greenstall_open_streams";
    text.metric(name, Kind::Gauge, "Streams of what happens (GET /stream) that are open at this process.");
    text.sample(name, &[], open);
}
