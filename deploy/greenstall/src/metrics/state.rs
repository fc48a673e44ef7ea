//! Metrics of the log, the views, the process managers and the open streams.

use std::{path::Path, sync::atomic::AtomicU64};

use command_service::{automation::Backlog, payments::ProviderCalls};
use event_store::HeldBack;
use nix::sys::statvfs::statvfs;
use projections::engine::{GenerationStatus, ViewStatus};
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};
use query_service::queries::catalog::IndexStatus;
use shared_events::Position;

use crate::telemetry::Counts;

type Count = Gauge<u64, AtomicU64>;
type Measure = Gauge<f64, AtomicU64>;

/// The position of the log's end.
pub(super) fn head(registry: &mut Registry, head: Position) {
    let help = "Position of the last event of the log";
    count(registry, "greenstall_log_head_position", help, head.0);
}

/// How long a session has kept all readers from the end of the log.
pub(super) fn held_back(registry: &mut Registry, held_back: Option<&HeldBack>) {
    let help = "How long a session of Postgres has kept readers from the end of the log; 0: none does";
    let lasts = held_back.map_or(0.0, |held_back| held_back.lasts.as_secs_f64());
    measure(registry, "greenstall_log_held_back_seconds", help, lasts);
}

/// One measure without labels.
pub(super) fn measure(registry: &mut Registry, name: &str, help: &str, value: f64) {
    let gauge = Measure::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

/// Metrics of the file system on which the data folder is. Without an answer there are none.
pub(super) fn disk(registry: &mut Registry, data_dir: &Path) {
    let Ok(found) = statvfs(data_dir) else { return };
    let bytes = |blocks: u64| blocks.saturating_mul(found.fragment_size());
    let help = "Free space on the file system of the data folder";
    count(registry, "greenstall_data_dir_free_bytes", help, bytes(found.blocks_available()));
    count(registry, "greenstall_data_dir_size_bytes", "Size of that file system", bytes(found.blocks()));
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    call: &'static str,
    outcome: &'static str,
}

/// The calls of the payment provider.
pub(super) fn provider_calls(registry: &mut Registry, calls: &ProviderCalls) {
    let family = Family::<CallLabels, Counter>::default();
    for (call, outcome, count) in calls.all() {
        family.get_or_create(&CallLabels { call, outcome }).inc_by(count);
    }
    registry.register("greenstall_provider_calls", "Calls of the payment provider by this process", family);
}

/// One number without labels.
pub(super) fn count(registry: &mut Registry, name: &str, help: &str, value: u64) {
    let gauge = Count::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ViewLabels {
    view: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct GenerationLabels {
    view: &'static str,
    generation: i32,
    state: &'static str,
}

/// A metric: the end of its name, its help text, and the function that reads its value.
type Reading<T, V> = (&'static str, &'static str, fn(&T) -> V);

const COUNTS_OF_GENERATIONS: [Reading<GenerationStatus, u64>; 7] = [
    ("position", "Its checkpoint", |one| one.position.0),
    ("lag_events", "How far the log goes beyond it; at most so many events", |one| one.lag),
    ("parked_streams", "Streams with an event that it cannot apply", |one| one.parked),
    ("skipped_events", "Events that it passes because an operator said so", |one| one.skipped),
    ("rows", "About how many rows its tables have", |one| one.rows),
    ("running", "1: a process writes it", |one| one.running.into()),
    ("failing", "1: something stops it", |one| one.last_error.is_some().into()),
];

const MEASURES_OF_GENERATIONS: [Reading<GenerationStatus, Option<f64>>; 3] = [
    ("lag_seconds", "Age of the first event that it reads and has not passed", |one| one.seconds_behind),
    ("events_per_second", "Events applied in a second, as measured lately", |one| {
        Some(one.events_per_second)
    }),
    ("build_seconds_left", "Until a build reaches the end of the log", |one| {
        one.time_left.map(|left| left.as_secs_f64())
    }),
];

/// Metrics of the catalog's index in this process.
pub(super) fn index(registry: &mut Registry, status: Option<IndexStatus>) {
    count(registry, "greenstall_catalog_index_ready", "1: searches are answered", status.is_some().into());
    let Some(IndexStatus { products, segments, bytes, lag }) = status else { return };
    count(registry, "greenstall_catalog_index_products", "Products in the index", products);
    count(registry, "greenstall_catalog_index_segments", "Parts of the index", segments);
    count(registry, "greenstall_catalog_index_bytes", "Size of its files", bytes);
    if let Some(lag) = lag {
        let help = "Upper bound on the events that the view catalog has and the index lacks";
        count(registry, "greenstall_catalog_index_lag_events", help, lag);
    }
}

/// Metrics of every view and generation.
pub(super) fn views(registry: &mut Registry, views: &[ViewStatus]) {
    let paused = Family::<ViewLabels, Count>::default();
    for view in views {
        paused.get_or_create(&ViewLabels { view: view.name }).set(view.paused.is_some().into());
    }
    registry.register("greenstall_view_paused", "1: an operator has paused it", paused);

    let generations: Vec<_> = views
        .iter()
        .flat_map(|view| view.generations.iter().map(|generation| (view.name, generation)))
        .map(|(view, status)| {
            (GenerationLabels { view, generation: status.number, state: status.state.as_str() }, status)
        })
        .collect();
    let events = Family::<GenerationLabels, Counter>::default();
    for (labels, status) in &generations {
        events.get_or_create(labels).inc_by(status.events);
    }
    registry.register("greenstall_view_events", "Events applied", events);
    for (name, help, read) in COUNTS_OF_GENERATIONS {
        let family = Family::<GenerationLabels, Count>::default();
        for (labels, status) in &generations {
            family.get_or_create(labels).set(read(status));
        }
        registry.register(format!("greenstall_view_{name}"), help, family);
    }
    for (name, help, read) in MEASURES_OF_GENERATIONS {
        let family = Family::<GenerationLabels, Measure>::default();
        for (labels, status) in &generations {
            if let Some(value) = read(status) {
                family.get_or_create(labels).set(value);
            }
        }
        registry.register(format!("greenstall_view_{name}"), help, family);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ManagerLabels {
    manager: String,
}

const COUNTS_OF_MANAGERS: [Reading<Backlog, u64>; 5] = [
    ("position", "How far it has read the log", |one| one.position.0),
    ("agenda_entries", "What it has still to do, now or later", |one| one.entries),
    ("agenda_overdue", "What should have been done by now", |one| one.overdue),
    ("agenda_failing", "What has failed and is tried again", |one| one.failing),
    ("agenda_parked", "What waits for an operator", |one| one.parked),
];

/// Metrics of every process manager.
pub(super) fn managers(registry: &mut Registry, managers: &[Backlog]) {
    for (name, help, read) in COUNTS_OF_MANAGERS {
        let family = Family::<ManagerLabels, Count>::default();
        for one in managers {
            family.get_or_create(&ManagerLabels { manager: one.manager.clone() }).set(read(one));
        }
        registry.register(format!("greenstall_process_manager_{name}"), help, family);
    }
}

/// Metrics of the spans that this process sends to a collector.
pub(super) fn traces(registry: &mut Registry, counts: &Counts) {
    let (sent, dropped) = (Counter::<u64>::default(), Counter::<u64>::default());
    sent.inc_by(counts.sent());
    dropped.inc_by(counts.dropped());
    registry.register("greenstall_trace_spans_sent", "Spans that the collector has taken", sent);
    let help = "Spans that were not sent: the collector failed, or the queue was full";
    registry.register("greenstall_trace_spans_dropped", help, dropped);
}

/// The number of open streams.
pub(super) fn streams(registry: &mut Registry, open: usize) {
    let help = "Streams of what happens (GET /stream) that are open at this process";
    count(registry, "greenstall_open_streams", help, open as u64);
}
