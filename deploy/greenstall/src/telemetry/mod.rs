//! Traces of this process: which it makes, and where it sends them (setting `telemetry`).

mod client;
mod export;
mod requests;
mod span_data;

use std::{sync::Arc, time::Duration};

use serde::Deserialize;
use service_kit::telemetry::LogFormat;

use self::{client::Client, export::Exporting};
pub(crate) use self::{export::Counts, requests::traced};
use crate::{Outcome, roles::Role};

/// How long the process waits at its end for the last spans to be sent.
const FLUSH_LIMIT: Duration = Duration::from_secs(3);

/// The settings of traces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telemetry {
    /// The base URL of a collector that takes OTLP over HTTP. If it is empty, no trace is recorded.
    pub otlp_endpoint: String,
    /// The part of all traces that is recorded, from 0 to 1.
    #[serde(deserialize_with = "ratio")]
    pub sample_ratio: f64,
    /// Whether a request continues the trace that its header `traceparent` names.
    pub follow_callers: bool,
}

fn ratio<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let ratio = f64::deserialize(deserializer)?;
    match (0.0..=1.0).contains(&ratio) {
        true => Ok(ratio),
        false => Err(serde::de::Error::custom("telemetry.sample_ratio is a number from 0 to 1")),
    }
}

/// The traces of a running process.
pub(crate) struct Traces(Option<Exporting>);

impl Traces {
    /// Begins to make spans, if the settings name a collector or the log's lines carry their ids.
    ///
    /// # Errors
    /// When the collector's address is no URL, or the system has no TLS root certificates.
    pub(crate) fn start(settings: &Telemetry, format: LogFormat, roles: &[Role]) -> Outcome<Self> {
        let endpoint = settings.otlp_endpoint.trim();
        if endpoint.is_empty() {
            if format == LogFormat::Json {
                traces::turn_on(0.0, None);
            }
            return Ok(Self(None));
        }
        if !["http://", "https://"].iter().any(|scheme| endpoint.starts_with(scheme)) {
            return Err("telemetry.otlp_endpoint must begin with http:// or https://".into());
        }
        let exporter = export::exporter(Client::new()?, endpoint, &service_name(roles))?;
        let (queue, exporting) = export::start(exporter);
        traces::turn_on(settings.sample_ratio, Some(Box::new(queue)));
        Ok(Self(Some(exporting)))
    }

    /// What becomes of the spans; `None` when none are made.
    pub(crate) fn counts(&self) -> Option<Arc<Counts>> {
        self.0.as_ref().map(Exporting::counts)
    }

    /// Sends the last spans, within a time limit.
    pub(crate) async fn finish(self) {
        if let Some(exporting) = self.0 {
            exporting.finish(FLUSH_LIMIT).await;
        }
    }
}

/// The service's name in traces: a process of some roles is named after them.
fn service_name(roles: &[Role]) -> String {
    if roles.len() == Role::ALL.len() {
        return "greenstall".to_owned();
    }
    roles.iter().fold("greenstall".to_owned(), |name, role| name + "-" + role.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_named_after_its_roles() {
        assert_eq!(service_name(&Role::ALL), "greenstall");
        assert_eq!(service_name(&[Role::Command]), "greenstall-command");
        assert_eq!(service_name(&[Role::Command, Role::Query]), "greenstall-command-query");
    }

    #[tokio::test]
    async fn a_collector_without_a_scheme_is_refused() {
        let settings =
            Telemetry { otlp_endpoint: "collector:4318".to_owned(), sample_ratio: 1.0, follow_callers: true };
        let refused = Traces::start(&settings, LogFormat::Text, &Role::ALL).err().expect("it is refused");
        assert!(refused.to_string().contains("http://"), "{refused}");
    }
}
