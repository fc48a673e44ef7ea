//! What is measured, and who takes part.

use std::{fmt, time::Duration};

use async_trait::async_trait;

/// Events that reading the log stops at.
pub(crate) const LOG: u32 = 100_000;
/// Events in the stream that is read again and again.
pub(crate) const STREAM: u32 = 100;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// So many writers at once, each appending so many events to a new stream, over and over, each append durable.
    Append { writers: u32, events: u32 },
    /// One reader, the log from its start, at most [`LOG`] events.
    ReadAll,
    /// One reader, a stream of [`STREAM`] events over and over.
    ReadStream,
}

impl Measure {
    /// What is counted.
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
            Self::ReadStream => write!(f, "reading a stream of {STREAM} events"),
        }
    }
}

/// One round of one measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// In the measure's unit.
    pub(crate) rate: f64,
    /// Half of the operations took at most so many milliseconds; none where there is but one operation.
    pub(crate) p50: Option<f64>,
    /// 99 of 100 operations took at most so many milliseconds.
    pub(crate) p99: Option<f64>,
}

impl Sample {
    /// Of the times that operations took, in milliseconds.
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

/// One who takes part.
#[async_trait]
pub(crate) trait Contestant {
    /// With its version.
    fn name(&self) -> String;

    /// How it is used here.
    fn about(&self) -> String;

    /// One round of about so much time.
    ///
    /// # Errors
    /// Why it could not be measured, for the table.
    async fn measure(&mut self, measure: Measure, time: Duration) -> Result<Sample, String>;
}
