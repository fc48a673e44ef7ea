//! What a sink gets. All tests share one sink, which records half of all traces, and look at traces of their own.

use std::{
    pin::pin,
    sync::{Mutex, Once},
    task::{Context, Waker},
};

use traces::{AppendedEvent, Began, EndedSpan, Kind, Parent, Sink, Span, SpanRef, TraceId, current, turn_on};
use uuid::Uuid;

static ENDED: Mutex<Vec<EndedSpan>> = Mutex::new(Vec::new());

struct Collect;

impl Sink for Collect {
    fn take(&self, span: EndedSpan) {
        ENDED.lock().expect("a value").push(span);
    }
}

fn on() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| turn_on(0.5, Some(Box::new(Collect))));
}

/// A correlation id whose trace is recorded, or not.
fn correlation(number: u64, is_sampled: bool) -> Uuid {
    let half = if is_sampled { 0x10 } else { 0xf0 };
    Uuid::from_u64_pair(number, 0x8000_0000_0000_0000 | half << 48 | number)
}

fn ended(trace: TraceId) -> Vec<EndedSpan> {
    ENDED.lock().expect("a value").iter().filter(|span| span.trace == trace).cloned().collect()
}

fn of(correlation_id: Uuid) -> Vec<EndedSpan> {
    ended(TraceId::of_correlation(correlation_id).expect("a value"))
}

fn event(event_id: u64, correlation_id: Uuid) -> AppendedEvent {
    AppendedEvent {
        event_id: Uuid::from_u64_pair(event_id, 9),
        correlation_id,
        causation_id: correlation_id,
        event_type: "OrderPlaced".to_owned(),
        category: "order",
        version: 1,
    }
}

/// Polls a future that never waits.
fn run<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        std::task::Poll::Ready(output) => output,
        std::task::Poll::Pending => panic!("it waits"),
    }
}

#[test]
fn a_trace_takes_the_correlation_id_that_is_drawn_after_its_first_spans() {
    on();
    let id = correlation(1, true);
    let request = Span::root(Kind::Server, "POST /orders");
    run(request.clone().around(async {
        drop(Span::child(Kind::Client, "read"));
        current().correlate(id);
        current().correlate(correlation(2, true));
        run(Span::child(Kind::Internal, "command").around(async {
            current().set("events", 1_u64);
            current().appended(Began::now(), [event(1, id)].into_iter());
        }));
    }));
    assert_eq!(request.log_ids().unwrap().correlation, Some(id));
    drop(request);
    let spans = of(id);
    let named = |name: &str| spans.iter().find(|span| span.name == name).unwrap();
    assert_eq!(spans.len(), 4);
    let (root, command) = (named("POST /orders"), named("command"));
    assert_eq!((root.parent, named("read").parent), (None, Some(root.span)));
    assert_eq!(command.parent, Some(root.span));
    let appended = named("append OrderPlaced");
    assert_eq!((appended.parent, &appended.links[..]), (Some(command.span), &[][..]));
    assert_eq!(Some(appended.span), SpanRef::of_event(event(1, id).event_id, id).map(|found| found.span));
    assert!(appended.began >= root.began && appended.ended <= root.ended);
    assert!(current().log_ids().is_none(), "nothing is current afterwards");
}

#[test]
fn a_caller_keeps_its_trace_and_events_link_to_it() {
    on();
    let id = correlation(3, false);
    let caller = Parent::parse("00-00000000000000000000000000000abc-00f067aa0ba902b7-01").unwrap();
    let request = Span::of_caller(Kind::Server, "POST /orders", caller);
    request.correlate(id);
    request.appended(Began::now(), [event(2, id)].into_iter());
    assert_eq!(request.log_ids().unwrap().correlation, Some(id));
    drop(request);
    let requests = ended(caller.span.trace);
    assert_eq!((requests.len(), requests[0].parent), (1, Some(caller.span.span)));
    assert!(requests[0].parent_is_remote);
    // The caller has asked for this trace, so its event is recorded although its own trace would not be.
    let events = of(id);
    let here = SpanRef { trace: caller.span.trace, span: requests[0].span };
    assert_eq!((events[0].parent, &events[0].links[..]), (None, &[here][..]));
}

#[test]
fn a_caller_that_does_not_record_is_not_recorded() {
    on();
    let caller = Parent::parse("00-00000000000000000000000000000abd-00f067aa0ba902b7-00").unwrap();
    drop(Span::of_caller(Kind::Server, "POST /orders", caller));
    assert!(ended(caller.span.trace).is_empty());
}

#[test]
fn followers_of_an_event_decide_as_its_request_did() {
    on();
    for (number, is_sampled) in [(4, true), (5, false)] {
        let (id, cause) = (correlation(number, is_sampled), Uuid::from_u64_pair(number, 1));
        drop(Span::of_event(Kind::Consumer, "send letters", cause, id));
        let spans = of(id);
        assert_eq!(spans.len(), usize::from(is_sampled));
        for span in spans {
            assert_eq!(span.parent, SpanRef::of_event(cause, id).map(|found| found.span));
        }
    }
}

#[test]
fn a_batch_has_a_bounded_number_of_links_to_recorded_events() {
    on();
    let recorded = (100..200).map(|number| (Uuid::from_u64_pair(number, 1), correlation(number, true)));
    let other = (200..300).map(|number| (Uuid::from_u64_pair(number, 1), correlation(number, false)));
    let batch = Span::of_events(Kind::Consumer, "view orders", other.clone().chain(recorded));
    let trace = batch.log_ids().unwrap().span.trace;
    drop(batch);
    assert_eq!(ended(trace)[0].links.len(), 32);
    let unrecorded = Span::of_events(Kind::Consumer, "view orders", other);
    let trace = unrecorded.log_ids().unwrap().span.trace;
    drop(unrecorded);
    assert!(ended(trace).is_empty());
}

#[test]
fn a_trace_without_a_command_ends_with_an_id_of_its_own() {
    on();
    let request = Span::root(Kind::Server, "GET /only-here");
    request.fail("500");
    drop(request);
    let all = ENDED.lock().unwrap();
    let mine: Vec<_> = all.iter().filter(|span| span.name == "GET /only-here").collect();
    // Half of all traces are recorded.
    assert!(mine.len() <= 1 && mine.iter().all(|span| span.trace != TraceId(0)));
}

#[test]
fn a_child_outside_of_spans_does_nothing() {
    on();
    assert!(Span::child(Kind::Client, "nothing").log_ids().is_none());
}
