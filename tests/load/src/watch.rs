//! Watches the shop from outside: its metrics, and the memory and processor time of its processes.

use std::{
    io,
    net::SocketAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use bench_support::{
    http::Client,
    processes::{Usage, shared_usage, usage, with_descendants},
};

use crate::site::Site;

pub(crate) const INTERVAL: Duration = Duration::from_secs(5);

/// What was seen at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) at: Instant,
    pub(crate) greenstall: Usage,
    pub(crate) postgres: Usage,
    /// The load generator itself, which shares the machine.
    pub(crate) load: Usage,
    pub(crate) metrics: Metrics,
}

/// Figures from `/metrics`: of several views the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Metrics {
    pub(crate) lag_events: f64,
    pub(crate) lag_seconds: f64,
    pub(crate) parked: f64,
    pub(crate) streams: f64,
    /// The position of the log's last event.
    pub(crate) head: f64,
}

/// Reads the shop's figures.
pub(crate) struct Watch {
    metrics: SocketAddr,
    greenstall: u32,
    postgres: u32,
    samples: Mutex<Vec<Sample>>,
}

impl Watch {
    pub(crate) fn of(site: &Site) -> io::Result<Self> {
        let (postgres, _) = site.postgres()?;
        let (metrics, greenstall) = (site.metrics, site.program.id());
        Ok(Self { metrics, greenstall, postgres, samples: Mutex::default() })
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Sample>> {
        self.samples.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a sample and keeps it.
    pub(crate) async fn look(&self) -> io::Result<Sample> {
        let (_, text) = Client::connect(self.metrics).await?.get("/metrics").await?;
        let sample = Sample {
            at: Instant::now(),
            greenstall: usage(self.greenstall)?,
            postgres: shared_usage(&with_descendants(self.postgres)?),
            load: usage(std::process::id())?,
            metrics: parse(&String::from_utf8_lossy(&text)),
        };
        self.kept().push(sample);
        Ok(sample)
    }

    /// The samples since a moment.
    pub(crate) fn since(&self, from: Instant) -> Vec<Sample> {
        self.kept().iter().filter(|sample| sample.at >= from).copied().collect()
    }
}

fn parse(text: &str) -> Metrics {
    let mut metrics = Metrics::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((name, value)) = line.rsplit_once(' ') else { continue };
        let Ok(value) = value.parse::<f64>() else { continue };
        let serves = name.contains("state=\"serving\"");
        match name.split('{').next().unwrap_or(name) {
            "greenstall_view_lag_events" if serves => metrics.lag_events = metrics.lag_events.max(value),
            "greenstall_view_lag_seconds" if serves => metrics.lag_seconds = metrics.lag_seconds.max(value),
            "greenstall_view_parked_streams" if serves => metrics.parked += value,
            "greenstall_process_manager_agenda_parked" => metrics.parked += value,
            "greenstall_open_streams" => metrics.streams = value,
            "greenstall_log_head_position" => metrics.head = value,
            _ => {}
        }
    }
    metrics
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_serving_view_counts() {
        let text = "# HELP greenstall_view_lag_events x\n\
                    greenstall_log_head_position 90\n\
                    greenstall_view_lag_events{view=\"orders\",generation=\"1\",state=\"serving\"} 7\n\
                    greenstall_view_lag_events{view=\"audit\",generation=\"1\",state=\"serving\"} 3\n\
                    greenstall_view_lag_events{view=\"audit\",generation=\"2\",state=\"building\"} 80\n\
                    greenstall_view_lag_seconds{view=\"audit\",generation=\"1\",state=\"serving\"} 0.25\n\
                    greenstall_view_parked_streams{view=\"audit\",generation=\"1\",state=\"serving\"} 1\n\
                    greenstall_process_manager_agenda_parked{manager=\"mail\"} 2\n\
                    greenstall_open_streams 12\n";
        let expected = Metrics { lag_events: 7.0, lag_seconds: 0.25, parked: 3.0, streams: 12.0, head: 90.0 };
        assert_eq!(parse(text), expected);
    }
}
