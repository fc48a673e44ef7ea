//! Sends spans to the collector in batches. The work that they describe never waits: a span for which the queue has no room,
//! and a batch that the collector does not take, are dropped and counted.
//!
//! The queue is ours because the SDK's batch processor sends from a thread of its own, on which no asynchronous client
//! works, and does not tell how many spans it has dropped.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use opentelemetry_otlp::{
    ExporterBuildError, Protocol, RetryPolicy, SpanExporter, WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::{
    Resource,
    trace::{SpanData, SpanExporter as _},
};
use tokio::{
    sync::mpsc,
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use traces::{EndedSpan, Sink};

use super::{
    client::{Client, SEND_TIMEOUT},
    span_data::span_data,
};

/// The most spans that wait to be sent, about two megabytes.
const MAX_QUEUED: usize = 4096;
/// The most spans of one request.
const MAX_BATCH: usize = 512;
/// How long spans gather before they are sent.
const GATHERING_TIME: Duration = Duration::from_secs(1);
/// The minimum interval between two log lines about a collector that does not answer.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// What has become of the spans of this process.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    sent: AtomicU64,
    dropped: AtomicU64,
}

impl Counts {
    /// Spans that the collector has taken.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// Spans that were not sent.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

/// The queue's end at which spans arrive.
pub(super) struct Queue {
    spans: mpsc::Sender<EndedSpan>,
    counts: Arc<Counts>,
}

impl Sink for Queue {
    fn take(&self, span: EndedSpan) {
        if self.spans.try_send(span).is_err() {
            self.counts.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The task that sends.
pub(super) struct Exporting {
    task: JoinHandle<()>,
    stop: CancellationToken,
    counts: Arc<Counts>,
}

impl Exporting {
    pub(super) fn counts(&self) -> Arc<Counts> {
        self.counts.clone()
    }

    /// Sends what is queued, within a time limit.
    pub(super) async fn finish(mut self, limit: Duration) {
        self.stop.cancel();
        if timeout(limit, &mut self.task).await.is_err() {
            self.task.abort();
            tracing::warn!("the collector has not taken the last spans in time");
        }
    }
}

/// The exporter of OTLP over HTTP, in protobuf. It does not repeat what has failed: the next batch is due soon.
///
/// # Errors
/// When the endpoint is no URL.
pub(super) fn exporter(
    client: Client,
    endpoint: &str,
    service: &str,
) -> Result<SpanExporter, ExporterBuildError> {
    let mut exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(client)
        .with_retry_policy(RetryPolicy::disabled())
        .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
        .with_protocol(Protocol::HttpBinary)
        .with_timeout(SEND_TIMEOUT)
        .build()?;
    let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = Resource::builder().with_service_name(service.to_owned()).with_attributes([version]);
    exporter.set_resource(&resource.build());
    Ok(exporter)
}

/// Starts to send.
pub(super) fn start(exporter: SpanExporter) -> (Queue, Exporting) {
    let (spans, queued) = mpsc::channel(MAX_QUEUED);
    let (counts, stop) = (Arc::new(Counts::default()), CancellationToken::new());
    let sending = Sending { exporter, queued, counts: counts.clone(), stop: stop.clone(), logged: None };
    let task = tokio::spawn(sending.run());
    (Queue { spans, counts: counts.clone() }, Exporting { task, stop, counts })
}

struct Sending {
    exporter: SpanExporter,
    queued: mpsc::Receiver<EndedSpan>,
    counts: Arc<Counts>,
    stop: CancellationToken,
    logged: Option<Instant>,
}

impl Sending {
    async fn run(mut self) {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        while self.stop.run_until_cancelled(sleep(GATHERING_TIME)).await.is_some() {
            self.send_queued(&mut batch).await;
        }
        self.send_queued(&mut batch).await;
    }

    /// Sends everything that is queued by now.
    async fn send_queued(&mut self, batch: &mut Vec<EndedSpan>) {
        let mut queued = self.queued.len();
        while queued > 0 {
            let taken = self.queued.recv_many(batch, queued.min(MAX_BATCH)).await;
            if taken == 0 {
                return;
            }
            queued -= taken.min(queued);
            self.send(batch.drain(..).map(span_data).collect()).await;
        }
    }

    async fn send(&mut self, spans: Vec<SpanData>) {
        let count = spans.len() as u64;
        let counts = &self.counts;
        let sent = timeout(SEND_TIMEOUT, self.exporter.export(spans)).await;
        let failure = match sent {
            Ok(Ok(())) => {
                counts.sent.fetch_add(count, Ordering::Relaxed);
                self.logged = None;
                return;
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer in time".to_owned(),
        };
        counts.dropped.fetch_add(count, Ordering::Relaxed);
        if self.logged.is_none_or(|at| at.elapsed() >= LOG_INTERVAL) {
            self.logged = Some(Instant::now());
            let dropped = counts.dropped();
            tracing::warn!(%failure, dropped, "the collector does not take spans; they are dropped");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use test_support::{Collector, CollectorAnswer};
    use traces::{Kind, SpanId, TraceId};

    use super::*;

    fn span(number: u64) -> EndedSpan {
        EndedSpan {
            trace: TraceId(7),
            span: SpanId(number + 1),
            parent: Some(SpanId(9)),
            parent_is_remote: true,
            kind: Kind::Server,
            name: "POST /orders".into(),
            began: SystemTime::UNIX_EPOCH,
            ended: SystemTime::UNIX_EPOCH + Duration::from_millis(5),
            attributes: vec![("http.route", "/orders".into()), ("greenstall.events", 3_usize.into())],
            links: vec![traces::SpanRef { trace: TraceId(8), span: SpanId(6) }],
            failure: Some("503".into()),
        }
    }

    fn started(endpoint: &str) -> (Queue, Exporting) {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        start(exporter(Client::new().unwrap(), endpoint, "greenstall").unwrap())
    }

    /// Fills the queue more than twice, and says how long that took.
    fn flood(queue: &Queue) -> Duration {
        let began = Instant::now();
        (0..10_000).for_each(|number| queue.take(span(number)));
        began.elapsed()
    }

    #[tokio::test]
    async fn a_collector_gets_every_span_as_it_was() {
        let collector = Collector::start(CollectorAnswer::Ok).await;
        let (queue, exporting) = started(&collector.url());
        (0..1_000).for_each(|number| queue.take(span(number)));
        let counts = exporting.counts();
        exporting.finish(Duration::from_secs(20)).await;
        assert_eq!((counts.sent(), counts.dropped()), (1_000, 0));
        let spans = collector.spans();
        assert_eq!(spans.len(), 1_000);
        let first = &spans[0];
        assert_eq!((first.service.as_str(), first.name.as_str()), ("greenstall", "POST /orders"));
        assert_eq!(
            (first.trace.as_str(), first.span.as_str()),
            (&*format!("{:032x}", 7), &*format!("{:016x}", 1))
        );
        assert_eq!(first.parent, format!("{:016x}", 9));
        assert_eq!(first.attributes["http.route"], "/orders");
        assert_eq!(first.attributes["greenstall.events"], "3");
        assert_eq!(first.links, [(format!("{:032x}", 8), format!("{:016x}", 6))]);
        assert_eq!((first.failure.as_deref(), first.ended - first.began), (Some("503"), 5_000_000));
    }

    #[tokio::test]
    async fn a_collector_that_hangs_or_fails_or_is_absent_delays_nothing() {
        let (hangs, fails) =
            (Collector::start(CollectorAnswer::Never).await, Collector::start(CollectorAnswer::Error).await);
        for (endpoint, what) in
            [(hangs.url(), "hangs"), (fails.url(), "fails"), ("http://127.0.0.1:1".to_owned(), "absent")]
        {
            let (queue, exporting) = started(&endpoint);
            let took = flood(&queue);
            assert!(took < Duration::from_secs(1), "{what}: {took:?}");
            let (counts, began) = (exporting.counts(), Instant::now());
            assert_eq!(counts.dropped(), 10_000 - MAX_QUEUED as u64, "{what}: the queue is bounded");
            exporting.finish(Duration::from_millis(500)).await;
            assert!(began.elapsed() < Duration::from_secs(2), "{what}: the end has a time limit");
            assert_eq!(counts.sent(), 0, "{what}");
            assert!(flood(&queue) < Duration::from_secs(1), "{what}: spans after the end cost nothing");
        }
    }
}
