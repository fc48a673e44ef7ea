//! Spans that have begun.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
    time::{Instant, SystemTime},
};

use uuid::Uuid;

use crate::{
    ended::{EndedSpan, Kind, Value},
    ids::{Parent, SpanId, SpanRef, TraceId},
    setup::{give, has_sink, is_on, is_sampled},
    trace::Trace,
};

/// The most links of a span; more causes of one batch are left out.
const MAX_LINKS: usize = 32;
/// The most attributes of a span.
const MAX_ATTRIBUTES: usize = 32;

/// A span. It ends when its last clone is dropped. One that is not recorded does nothing.
#[derive(Clone, Debug, Default)]
pub struct Span(Option<Arc<Open>>);

#[derive(Debug)]
struct Open {
    trace: Arc<Trace>,
    id: SpanId,
    parent: Option<SpanId>,
    parent_is_remote: bool,
    kind: Kind,
    began: Began,
    record: Mutex<Record>,
}

#[derive(Debug)]
struct Record {
    name: Cow<'static, str>,
    attributes: Vec<(&'static str, Value)>,
    links: Vec<SpanRef>,
    failure: Option<Cow<'static, str>>,
}

/// A moment, for the time and for durations.
#[derive(Clone, Copy, Debug)]
pub struct Began {
    time: SystemTime,
    clock: Instant,
}

impl Began {
    /// This moment.
    #[must_use]
    pub fn now() -> Self {
        Self { time: SystemTime::now(), clock: Instant::now() }
    }
}

/// The ids that a log line carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogIds {
    /// The trace and the span.
    pub span: SpanRef,
    /// The correlation id of the request, once it is drawn.
    pub correlation: Option<Uuid>,
}

/// An event that was appended.
#[derive(Clone, Debug)]
pub struct AppendedEvent {
    /// The event's id.
    pub event_id: Uuid,
    /// Its correlation id.
    pub correlation_id: Uuid,
    /// Its causation id.
    pub causation_id: Uuid,
    /// The name of its type.
    pub event_type: String,
    /// The category of its stream.
    pub category: &'static str,
    /// Its version in the stream.
    pub version: u64,
}

impl Span {
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    pub(crate) fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Begins a trace. Its id is the first correlation id that it is given, or random.
    pub fn root(kind: Kind, name: impl Into<Cow<'static, str>>) -> Self {
        Self::begin(kind, name, || (Trace::undecided(), None))
    }

    /// Begins a span below the caller's, in the caller's trace.
    pub fn of_caller(kind: Kind, name: impl Into<Cow<'static, str>>, caller: Parent) -> Self {
        Self::begin(kind, name, || {
            (Trace::decided(caller.span.trace, caller.sampled, None), Some(caller.span.span))
        })
    }

    /// Begins the work that one event has caused, below the span that appended it and in the trace of its request.
    pub fn of_event(
        kind: Kind,
        name: impl Into<Cow<'static, str>>,
        event_id: Uuid,
        correlation_id: Uuid,
    ) -> Self {
        let Some(cause) = SpanRef::of_event(event_id, correlation_id) else { return Self::root(kind, name) };
        Self::begin(kind, name, || {
            let trace = Trace::decided(cause.trace, is_sampled(cause.trace), Some(correlation_id));
            (trace, Some(cause.span))
        })
    }

    /// Begins work that several events have caused, each given by its id and its correlation id: a trace of its own with
    /// links to theirs. Recorded when one of them is.
    pub fn of_events(
        kind: Kind,
        name: impl Into<Cow<'static, str>>,
        events: impl Iterator<Item = (Uuid, Uuid)>,
    ) -> Self {
        if !is_on() {
            return Self(None);
        }
        let causes = events.filter_map(|(event, correlation)| SpanRef::of_event(event, correlation));
        let recorded: Vec<SpanRef> = causes.filter(|cause| is_sampled(cause.trace)).take(MAX_LINKS).collect();
        let span =
            Self::begin(kind, name, || (Trace::decided(TraceId::random(), !recorded.is_empty(), None), None));
        span.change(|record| record.links = recorded);
        span
    }

    /// Begins a part of this span.
    pub(crate) fn part(&self, kind: Kind, name: impl Into<Cow<'static, str>>) -> Self {
        let Self(Some(whole)) = self else { return Self(None) };
        Self(Some(Arc::new(Open {
            trace: whole.trace.clone(),
            id: SpanId::random(),
            parent: Some(whole.id),
            parent_is_remote: false,
            kind,
            began: Began::now(),
            record: Mutex::new(Record::named(name)),
        })))
    }

    fn begin(
        kind: Kind,
        name: impl Into<Cow<'static, str>>,
        place: impl FnOnce() -> (Trace, Option<SpanId>),
    ) -> Self {
        if !is_on() {
            return Self(None);
        }
        let (trace, parent) = place();
        Self(Some(Arc::new(Open {
            trace: Arc::new(trace),
            id: SpanId::random(),
            parent,
            parent_is_remote: parent.is_some(),
            kind,
            began: Began::now(),
            record: Mutex::new(Record::named(name)),
        })))
    }

    /// Sets an attribute. Never a name, an address, a text of a person or a secret: spans leave the shop.
    pub fn set(&self, name: &'static str, value: impl Into<Value>) {
        self.change(|record| {
            if record.attributes.len() < MAX_ATTRIBUTES {
                record.attributes.push((name, value.into()));
            }
        });
    }

    /// Sets an attribute that takes time to make.
    pub fn set_with<V: Into<Value>>(&self, name: &'static str, value: impl FnOnce() -> V) {
        if self.is_recorded() {
            self.set(name, value());
        }
    }

    /// Marks the span as failed. The reason is one of few words, without ids and texts of people.
    pub fn fail(&self, reason: impl Into<Cow<'static, str>>) {
        self.change(|record| record.failure = Some(reason.into()));
    }

    /// Gives the trace its correlation id, which is its id unless the caller has chosen another.
    pub fn correlate(&self, correlation_id: Uuid) {
        if let Self(Some(open)) = self {
            open.trace.correlate(correlation_id);
        }
    }

    /// Decides the trace's id now, for work that never gets a correlation id.
    pub fn decide(&self) {
        if let Self(Some(open)) = self {
            open.trace.id();
        }
    }

    /// The ids for a log line; `None` outside of spans.
    #[must_use]
    pub fn log_ids(&self) -> Option<LogIds> {
        let Self(Some(open)) = self else { return None };
        let span = SpanRef { trace: open.trace.id().id, span: open.id };
        Some(LogIds { span, correlation: open.trace.correlation() })
    }

    fn is_recorded(&self) -> bool {
        self.0.as_ref().is_some_and(|open| open.trace.is_recorded())
    }

    fn change(&self, change: impl FnOnce(&mut Record)) {
        if let Self(Some(open)) = self
            && open.trace.is_recorded()
        {
            change(&mut open.record.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Ends the spans of events whose append has begun at this moment, in the traces of their requests. In another trace
    /// than this span's, they have a link to this span. Events that are appended outside of spans, such as the demo market,
    /// have none.
    pub fn appended(&self, began: Began, events: impl Iterator<Item = AppendedEvent>) {
        let Self(Some(open)) = self else { return };
        if !has_sink() {
            return;
        }
        let here = open.trace.id();
        for event in events {
            let Some(SpanRef { trace, span }) = SpanRef::of_event(event.event_id, event.correlation_id)
            else {
                continue;
            };
            if !here.is_sampled && !is_sampled(trace) {
                continue;
            }
            let is_here = here.id == trace;
            let link = (!is_here && here.is_sampled).then_some(SpanRef { trace: here.id, span: open.id });
            give(EndedSpan {
                trace,
                span,
                parent: is_here.then_some(open.id),
                parent_is_remote: false,
                kind: Kind::Producer,
                name: format!("append {}", event.event_type).into(),
                began: began.time,
                ended: began.time + began.clock.elapsed(),
                attributes: vec![
                    ("greenstall.event.type", event.event_type.into()),
                    ("greenstall.event.id", event.event_id.to_string().into()),
                    ("greenstall.correlation_id", event.correlation_id.to_string().into()),
                    ("greenstall.causation_id", event.causation_id.to_string().into()),
                    ("greenstall.stream.category", event.category.into()),
                    ("greenstall.stream.version", event.version.into()),
                ],
                links: link.into_iter().collect(),
                failure: None,
            });
        }
    }
}

impl Record {
    fn named(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), attributes: Vec::new(), links: Vec::new(), failure: None }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if !self.trace.is_recorded() {
            return;
        }
        let record = self.record.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.trace.take(EndedSpan {
            // The trace fills it in once it is decided.
            trace: TraceId(0),
            span: self.id,
            parent: self.parent,
            parent_is_remote: self.parent_is_remote,
            kind: self.kind,
            name: std::mem::take(&mut record.name),
            began: self.began.time,
            ended: self.began.time + self.began.clock.elapsed(),
            attributes: std::mem::take(&mut record.attributes),
            links: std::mem::take(&mut record.links),
            failure: record.failure.take(),
        });
    }
}
