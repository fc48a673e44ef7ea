//! The rows that are printed while the load runs: one for each minute.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{book::Page, latencies::Summary, watch::Sample};

/// A minute of the load.
pub(crate) struct Minute {
    number: usize,
    seconds: f64,
    requests: u64,
    journeys: Summary,
    errors: String,
    lag_events: f64,
    lag_seconds: f64,
    greenstall: f64,
    postgres: f64,
    /// Shares of one core.
    processors: [f64; 3],
    streams: f64,
}

pub(crate) const HEADER: &str = "minute  requests/s  journeys/s   p50 ms   p99 ms  p99.9 ms  lag events  lag s  \
                                 greenstall MB  postgres MB  cpu %  pg cpu %  load cpu %  streams  errors";

impl Minute {
    /// `samples` are those of the minute and the last one before it.
    pub(crate) fn new(number: usize, time: Duration, requests: u64, page: &Page, samples: &[Sample]) -> Self {
        let largest = |of: fn(&Sample) -> f64| samples.iter().map(of).fold(0.0, f64::max);
        let last = |of: fn(&Sample) -> f64| samples.last().map_or(f64::NAN, of);
        let used = |of: fn(&Sample) -> f64| match samples {
            [first, .., last] => (of(last) - of(first)) / (last.at - first.at).as_secs_f64() * 100.0,
            _ => f64::NAN,
        };
        Self {
            number,
            seconds: time.as_secs_f64(),
            requests,
            journeys: page.journeys().summary(),
            errors: errors(page),
            lag_events: largest(|sample| sample.metrics.lag_events),
            lag_seconds: largest(|sample| sample.metrics.lag_seconds),
            greenstall: last(|sample| sample.greenstall.megabytes),
            postgres: last(|sample| sample.postgres.megabytes),
            processors: [
                used(|sample| sample.greenstall.seconds),
                used(|sample| sample.postgres.seconds),
                used(|sample| sample.load.seconds),
            ],
            streams: last(|sample| sample.metrics.streams),
        }
    }

    pub(crate) fn line(&self) -> String {
        let Summary { count, p50, p99, p999, .. } = self.journeys;
        let [own, postgres, load] = self.processors;
        format!(
            "{:>6}  {:>10.1}  {:>10.1}  {p50:>7.1}  {p99:>7.1}  {p999:>8.1}  {:>10.0}  {:>5.2}  {:>13.0}  {:>11.0}  {own:>5.0}  \
             {postgres:>8.0}  {load:>10.0}  {:>7.0}  {}",
            self.number,
            self.requests as f64 / self.seconds,
            count as f64 / self.seconds,
            self.lag_events,
            self.lag_seconds,
            self.greenstall,
            self.postgres,
            self.streams,
            self.errors,
        )
    }

    /// Its number, and its requests and finished journeys per second.
    pub(crate) fn json(&self) -> Value {
        let Summary { count, p50, p99, p999, max } = self.journeys;
        json!({
            "minute": self.number, "seconds": self.seconds,
            "requests_per_second": self.requests as f64 / self.seconds,
            "journeys_per_second": count as f64 / self.seconds,
            "p50_ms": p50, "p99_ms": p99, "p99.9_ms": p999, "max_ms": max,
            "lag_events": self.lag_events, "lag_seconds": self.lag_seconds,
            "greenstall_megabytes": self.greenstall, "postgres_megabytes": self.postgres,
            "greenstall_processor_percent": self.processors[0], "postgres_processor_percent": self.processors[1],
            "load_processor_percent": self.processors[2],
            "streams": self.streams, "errors": self.errors,
        })
    }
}

/// The faults as text: `checkout: 2 5xx, search: 1 timeout`; `0` without any.
pub(crate) fn errors(page: &Page) -> String {
    let all: Vec<String> = page
        .faults
        .iter()
        .map(|((kind, fault), count)| format!("{}: {count} {fault}", kind.row().name))
        .collect();
    if all.is_empty() { "0".to_owned() } else { all.join(", ") }
}

/// The samples as pairs of the minute since `from` and a value.
pub(crate) fn series(samples: &[Sample], from: Instant, value: fn(&Sample) -> f64) -> Vec<(f64, f64)> {
    let minute = |sample: &Sample| sample.at.saturating_duration_since(from).as_secs_f64() / 60.0;
    samples.iter().map(|sample| (minute(sample), value(sample))).collect()
}
