//! Our spans in the form that the exporter takes.

use opentelemetry::{
    InstrumentationScope, KeyValue,
    trace::{Link, SpanContext, SpanKind, Status, TraceFlags, TraceState},
};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};
use traces::{EndedSpan, Kind, SpanId, SpanRef, TraceId, Value};

/// Converts a span.
pub(super) fn span_data(span: EndedSpan) -> SpanData {
    let attributes = span.attributes.into_iter().map(|(name, value)| match value {
        Value::Text(text) => KeyValue::new(name, text),
        Value::Number(number) => KeyValue::new(name, number),
    });
    let mut links = SpanLinks::default();
    links.links = span.links.into_iter().map(|to| Link::with_context(context(to, true))).collect();
    SpanData {
        span_context: context(SpanRef { trace: span.trace, span: span.span }, false),
        parent_span_id: span.parent.map_or(opentelemetry::SpanId::INVALID, id),
        parent_span_is_remote: span.parent_is_remote,
        span_kind: match span.kind {
            Kind::Internal => SpanKind::Internal,
            Kind::Server => SpanKind::Server,
            Kind::Client => SpanKind::Client,
            Kind::Producer => SpanKind::Producer,
            Kind::Consumer => SpanKind::Consumer,
        },
        name: span.name,
        start_time: span.began,
        end_time: span.ended,
        attributes: attributes.collect(),
        dropped_attributes_count: 0,
        events: SpanEvents::default(),
        links,
        status: span.failure.map_or(Status::Unset, Status::error),
        instrumentation_scope: InstrumentationScope::builder("greenstall").build(),
    }
}

fn context(SpanRef { trace: TraceId(trace), span }: SpanRef, is_remote: bool) -> SpanContext {
    let state = TraceState::default();
    SpanContext::new(opentelemetry::TraceId::from(trace), id(span), TraceFlags::SAMPLED, is_remote, state)
}

fn id(SpanId(span): SpanId) -> opentelemetry::SpanId {
    opentelemetry::SpanId::from(span)
}
