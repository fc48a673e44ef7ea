//! A double of an OpenTelemetry collector: takes spans as OTLP over HTTP in protobuf, or is out of order.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::{AnyValue, KeyValue, any_value},
    trace::v1::{Span, status::StatusCode},
};
use prost_otlp::Message;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    task::JoinSet,
};

/// How a collector answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectorAnswer {
    /// It takes the spans.
    Ok,
    /// 500.
    Error,
    /// It reads the request and keeps silent.
    Never,
}

/// A span that a collector has got. Ids are hexadecimal, times nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct CollectedSpan {
    /// The name of the service.
    pub service: String,
    /// The trace.
    pub trace: String,
    /// Its id.
    pub span: String,
    /// Its parent's id; empty for none.
    pub parent: String,
    /// Its name.
    pub name: String,
    /// The number of its kind: 1 internal, 2 server, 3 client, 4 producer, 5 consumer.
    pub kind: i32,
    /// When it began.
    pub began: u64,
    /// When it ended.
    pub ended: u64,
    /// Its attributes, as texts.
    pub attributes: BTreeMap<String, String>,
    /// The trace and the span of each link.
    pub links: Vec<(String, String)>,
    /// Why it failed.
    pub failure: Option<String>,
}

/// Listens on its own port. Dropping it closes all connections.
#[derive(Debug)]
pub struct Collector {
    address: SocketAddr,
    spans: Arc<Mutex<Vec<CollectedSpan>>>,
    _accepting: JoinSet<()>,
}

impl Collector {
    /// Starts a collector that answers like this.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start(answer: CollectorAnswer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let spans = Arc::<Mutex<Vec<CollectedSpan>>>::default();
        let (collected, mut got) = mpsc::unbounded_channel();
        let address = listener.local_addr().expect("its number");
        let mut accepting = JoinSet::new();
        accepting.spawn(collect(listener, answer, collected));
        let kept = Arc::clone(&spans);
        accepting.spawn(async move {
            while let Some((span, taken)) = got.recv().await {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(span);
                drop::<mpsc::Sender<()>>(taken);
            }
        });
        Self { address, spans, _accepting: accepting }
    }

    /// The address in the form of the setting `telemetry.otlp_endpoint`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All spans so far.
    #[must_use]
    pub fn spans(&self) -> Vec<CollectedSpan> {
        self.spans.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A span on its way, and a sender that is dropped when it was taken.
type Collected = (CollectedSpan, mpsc::Sender<()>);

/// Accepts connections, and sends the spans on before their request is answered.
pub async fn collect(
    listener: TcpListener,
    answer: CollectorAnswer,
    collected: mpsc::UnboundedSender<Collected>,
) {
    let mut connections = JoinSet::new();
    loop {
        let Ok((client, _)) = listener.accept().await else { continue };
        let collected = collected.clone();
        // A client that disconnects early has sent no spans.
        connections.spawn(async move { drop(serve(client, answer, &collected).await) });
    }
}

async fn serve(
    client: TcpStream,
    answer: CollectorAnswer,
    collected: &mpsc::UnboundedSender<Collected>,
) -> std::io::Result<()> {
    let (from_client, mut to_client) = client.into_split();
    let mut from_client = BufReader::new(from_client);
    while let Some(body) = body_of_request(&mut from_client).await? {
        let status = match answer {
            CollectorAnswer::Never => std::future::pending().await,
            CollectorAnswer::Error => "500 Internal Server Error",
            CollectorAnswer::Ok => match ExportTraceServiceRequest::decode(&body[..]) {
                Ok(request) => {
                    let (taken, mut all_taken) = mpsc::channel(1);
                    for span in spans_of(request) {
                        let _ = collected.send((span, taken.clone()));
                    }
                    drop(taken);
                    all_taken.recv().await;
                    "200 OK"
                }
                Err(_) => "400 Bad Request",
            },
        };
        let head =
            format!("HTTP/1.1 {status}\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n");
        to_client.write_all(head.as_bytes()).await?;
    }
    Ok(())
}

/// Reads a request with a `Content-Length`. `None` when the client has closed the connection.
async fn body_of_request(client: &mut (impl AsyncBufReadExt + Unpin)) -> std::io::Result<Option<Vec<u8>>> {
    let mut length = 0;
    let mut first = true;
    loop {
        let mut line = String::new();
        if client.read_line(&mut line).await? == 0 {
            return Ok(None);
        }
        match line.trim_end().split_once(": ") {
            None if line.trim_end().is_empty() && !first => break,
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().unwrap_or(0);
            }
            _ => first = false,
        }
    }
    let mut body = vec![0; length];
    client.read_exact(&mut body).await?;
    Ok(Some(body))
}

fn spans_of(request: ExportTraceServiceRequest) -> Vec<CollectedSpan> {
    let mut spans = Vec::new();
    for of_service in request.resource_spans {
        let resource = texts(of_service.resource.map(|one| one.attributes).unwrap_or_default());
        let service = resource.get("service.name").cloned().unwrap_or_default();
        for span in of_service.scope_spans.into_iter().flat_map(|scope| scope.spans) {
            spans.push(collected_span(service.clone(), span));
        }
    }
    spans
}

fn collected_span(service: String, span: Span) -> CollectedSpan {
    let failed = span.status.filter(|status| status.code == StatusCode::Error as i32);
    CollectedSpan {
        service,
        trace: hex(&span.trace_id),
        span: hex(&span.span_id),
        parent: hex(&span.parent_span_id),
        name: span.name,
        kind: span.kind,
        began: span.start_time_unix_nano,
        ended: span.end_time_unix_nano,
        attributes: texts(span.attributes),
        links: span.links.iter().map(|link| (hex(&link.trace_id), hex(&link.span_id))).collect(),
        failure: failed.map(|status| status.message),
    }
}

fn texts(attributes: Vec<KeyValue>) -> BTreeMap<String, String> {
    let text = |value: Option<AnyValue>| match value.and_then(|value| value.value) {
        Some(any_value::Value::StringValue(text)) => text,
        Some(any_value::Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    };
    attributes.into_iter().map(|one| (one.key, text(one.value))).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
