//! Prints the benchmark's table and writes its file.

use serde_json::{Value, json};
use test_support::bench::median;

use crate::contestant::{Measure, Sample};

/// The result of one contestant in all rounds of a measure.
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) result: Result<Sample, String>,
}

impl Outcome {
    /// The medians of the rounds; an error if one of them failed.
    pub(crate) fn of(name: String, rounds: Result<Vec<Sample>, String>) -> Self {
        let middle = |rounds: &[Sample], get: fn(&Sample) -> Option<f64>| {
            let mut values: Vec<f64> = rounds.iter().filter_map(get).collect();
            (!values.is_empty()).then(|| median(&mut values))
        };
        let result = rounds.map(|rounds| Sample {
            rate: middle(&rounds, |round| Some(round.rate)).unwrap_or(f64::NAN),
            p50: middle(&rounds, |round| round.p50),
            p99: middle(&rounds, |round| round.p99),
        });
        Self { name, result }
    }
}

/// Prints the heading of all tables.
pub(crate) fn print_heading() {
    println!("\n{:<34} {:>11}  {:>17} {:>7} {:>8}", "", "rate", "p50 / p99 (ms)", "ratio", "budget");
}

/// Prints the lines of a measure, ours first, and returns them for the file.
pub(crate) fn rows(
    measure: Measure,
    ours: &Outcome,
    peers: &[(Outcome, Option<f64>)],
    fsync: f64,
) -> Vec<Value> {
    println!("{measure} ({}), fsync {fsync:.0} µs", measure.unit());
    println!("  {:<32} {}", ours.name, figures(&ours.result));
    peers
        .iter()
        .map(|(peer, budget)| {
            let ratio = match (&ours.result, &peer.result) {
                (Ok(ours), Ok(peer)) => Some(ours.rate / peer.rate),
                _ => None,
            };
            let ok = ratio.zip(*budget).map(|(ratio, budget)| ratio >= budget);
            let verdict = match ok {
                Some(true) => "ok",
                Some(false) => "MISSED",
                None => "",
            };
            println!(
                "  {:<32} {} {:>7} {:>8} {verdict}",
                peer.name,
                figures(&peer.result),
                ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
                budget.map_or(String::new(), |budget| format!("≥ {budget:.2}")),
            );
            row(measure, ours, peer, *budget, ratio, ok, fsync)
        })
        .collect()
}

fn figures(result: &Result<Sample, String>) -> String {
    match result {
        Ok(Sample { rate, p50, p99 }) => {
            let latency = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
            let latencies =
                if p50.is_some() { format!("{} / {}", latency(*p50), latency(*p99)) } else { String::new() };
            format!("{rate:>11.0}  {latencies:>17}")
        }
        Err(reason) => format!("not run: {reason}"),
    }
}

fn row(
    measure: Measure,
    ours: &Outcome,
    peer: &Outcome,
    budget: Option<f64>,
    ratio: Option<f64>,
    ok: Option<bool>,
    fsync: f64,
) -> Value {
    let figure = |outcome: &Outcome, get: fn(&Sample) -> Option<f64>| {
        outcome.result.as_ref().ok().and_then(get).map(|value| (value * 1000.0).round() / 1000.0)
    };
    json!({
        "name": measure.to_string(),
        "value": figure(ours, |sample| Some(sample.rate.round())), "unit": measure.unit(),
        "peer": peer.name, "peer_value": figure(peer, |sample| Some(sample.rate.round())),
        "ratio": ratio.map(|ratio| (ratio * 1000.0).round() / 1000.0), "budget": budget, "ok": ok,
        "p50_milliseconds": figure(ours, |sample| sample.p50), "p99_milliseconds": figure(ours, |sample| sample.p99),
        "peer_p50_milliseconds": figure(peer, |sample| sample.p50),
        "peer_p99_milliseconds": figure(peer, |sample| sample.p99),
        "fsync_microseconds": fsync.round(),
        "not_run": peer.result.as_ref().err().map(|reason| format!("not run: {reason}")),
    })
}
