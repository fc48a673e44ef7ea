//! The measures of the benchmark, and the interface of its contestants.

use std::{fmt, time::Duration};

use async_trait::async_trait;

/// How many events a read of the log stops at.
pub(crate) const LOG_READ_EVENTS: u32 = 100_000;
/// How many events the repeatedly read stream has.
pub(crate) const STREAM_READ_EVENTS: u32 = 100;

/// A measure of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// `writers` concurrent writers, each durably appending `events` events to a new stream, repeatedly.
    Append { writers: u32, events: u32 },
    /// One reader reads the log from its start, up to [`LOG_READ_EVENTS`] events.
    ReadAll,
    /// One reader reads a stream of [`STREAM_READ_EVENTS`] events repeatedly.
    ReadStream,
}

impl Measure {
    /// The unit of the rate.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Append { .. } => "appends/s",
            Self::ReadAll => "events/s",
            Self::ReadStream => "reads/s",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u32| if count == 1 { "" } else { "s" };
        match *self {
            Self::Append { writers, events } => {
                write!(
                    f,
                    "durable appends, {writers} writer{}, {events} event{} each",
                    plural(writers),
                    plural(events)
                )
            }
            Self::ReadAll => write!(f, "reading the log"),
            Self::ReadStream => write!(f, "reading a stream of {STREAM_READ_EVENTS} events"),
        }
    }
}

/// One round of one measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The rate, in the measure's unit.
    pub(crate) rate: f64,
    /// Median latency of the operations in milliseconds; `None` where there is only one operation.
    pub(crate) p50: Option<f64>,
    /// 99th percentile of the latency in milliseconds.
    pub(crate) p99: Option<f64>,
}

impl Sample {
    /// Makes a sample from the operations' latencies in milliseconds.
    pub(crate) fn of(mut latencies: Vec<f64>, elapsed: Duration) -> Self {
        latencies.sort_unstable_by(f64::total_cmp);
        let percentile =
            |percent: usize| latencies.get(latencies.len().saturating_sub(1) * percent / 100).copied();
        Self {
            rate: latencies.len() as f64 / elapsed.as_secs_f64(),
            p50: percentile(50),
            p99: percentile(99),
        }
    }
}

/// A contestant of the benchmark.
#[async_trait]
pub(crate) trait Contestant {
    /// Its name with its version.
    fn name(&self) -> String;

    /// How the benchmark uses it.
    fn about(&self) -> String;

    /// Runs one round of about this length.
    ///
    /// # Errors
    /// The reason why it could not be measured, for the table.
    async fn measure(&mut self, measure: Measure, time: Duration) -> Result<Sample, String>;
}
