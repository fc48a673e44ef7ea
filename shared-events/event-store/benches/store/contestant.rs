//! The measures of the benchmark, and the interface of its contestants.

use std::{fmt, time::Duration};

use async_trait::async_trait;

/// A read of the log stops after this many events.
pub(crate) const LOG_READ_EVENTS: u32 = 100_000;
/// The number of events in the stream that is read repeatedly.
pub(crate) const STREAM_READ_EVENTS: u32 = 100;

/// A measure of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Concurrent writers, each of which repeatedly appends events to a new stream, durably.
    Append { writers: u32, events: u32 },
    /// One reader, who reads the log from its start, up to [`LOG_READ_EVENTS`] events.
    ReadAll,
    /// One reader, who repeatedly reads a stream of [`STREAM_READ_EVENTS`] events.
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

/// The result of one round of a measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The rate, in the measure's unit.
    pub(crate) rate: f64,
    /// The median latency in milliseconds; `None` when the round was a single operation.
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
    /// The name and version of the contestant.
    fn name(&self) -> String;

    /// A sentence about how the benchmark uses the contestant.
    fn about(&self) -> String;

    /// Measures one round of about this duration.
    ///
    /// # Errors
    /// The reason why the contestant cannot be measured, for the table.
    async fn measure(&mut self, measure: Measure, time: Duration) -> Result<Sample, String>;
}
