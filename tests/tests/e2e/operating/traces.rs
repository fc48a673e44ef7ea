use std::{
    collections::BTreeSet,
    fs,
    time::{Duration, Instant},
};

use serde_json::Value;
use test_support::{CollectedSpan, Collector, CollectorAnswer};
use tokio::runtime::Runtime;

use super::{Shape, Stall};
use crate::{instance::Instance, waiting::wait_for};

/// Asked for by the dashboard; there only while a view is being built, which a test of the metrics shows.
const ONLY_WHILE_BUILDING: &str = "greenstall_view_build_seconds_left";

/// A stall that sends its traces to a collector which answers like this.
fn traced(shape: Shape, answer: CollectorAnswer) -> (Runtime, Collector, Stall) {
    let runtime = Runtime::new().expect("a runtime");
    let collector = runtime.block_on(Collector::start(answer));
    let settings = [
        ("GREENSTALL_TELEMETRY__OTLP_ENDPOINT", collector.url()),
        ("GREENSTALL_LOG__FORMAT", "json".to_owned()),
    ];
    let stall = Stall::of(Instance::start_set(shape, &settings));
    (runtime, collector, stall)
}

fn named<'a>(spans: &'a [CollectedSpan], name: &str) -> Option<&'a CollectedSpan> {
    spans.iter().find(|span| span.name == name)
}

/// The spans above this one in its trace, from it on.
fn path<'a>(spans: &'a [CollectedSpan], span: &'a CollectedSpan) -> Vec<&'a str> {
    let above = |child: &&'a CollectedSpan| {
        spans.iter().find(|span| span.trace == child.trace && span.span == child.parent)
    };
    std::iter::successors(Some(span), above).map(|span| span.name.as_str()).collect()
}

#[test]
fn a_purchase_is_traced_from_the_request_to_the_letter_across_three_processes() {
    let (_runtime, collector, mut stall) = traced(Shape::Split, CollectorAnswer::Ok);
    stall.buy();
    // Each process sends its spans at a time of its own.
    let spans = wait_for("the order's letter, the view and a read to be traced", || {
        let spans = collector.spans();
        let placed = named(&spans, "append OrderPlaced")?;
        let of_event =
            |span: &&CollectedSpan| span.links.contains(&(placed.trace.clone(), placed.span.clone()));
        let viewed = spans.iter().filter(|span| span.name == "view batch").any(|span| of_event(&span));
        let sent = spans
            .iter()
            .any(|span| path(&spans, span).starts_with(&["send mail", "mail_when_checkout_ends"]));
        let read =
            spans.iter().any(|span| span.service == "greenstall-query" && span.name.starts_with("GET /api/"));
        (viewed && sent && read).then_some(spans)
    });

    let placed = named(&spans, "append OrderPlaced").expect("an order");
    assert_eq!(placed.trace, placed.attributes["greenstall.correlation_id"].replace('-', ""));
    assert_eq!(placed.service, "greenstall-command");
    let to_the_request = path(&spans, placed);
    assert!(to_the_request.len() >= 3, "{to_the_request:?}");
    assert!(to_the_request.last().is_some_and(|name| name.starts_with("POST /api/")), "{to_the_request:?}");

    let intent = named(&spans, "provider create intent").expect("a call of the provider");
    assert_eq!(path(&spans, intent).last(), Some(&"POST /api/payments/create-intent"));

    let letter =
        spans.iter().find(|span| path(&spans, span).starts_with(&["send mail", "mail_when_checkout_ends"]));
    let to_the_event = path(&spans, letter.expect("a letter"));
    assert!(to_the_event.iter().any(|name| name.starts_with("append ")), "{to_the_event:?}");

    let batch = spans.iter().find(|span| span.name == "view batch").expect("a batch");
    assert_eq!((batch.service.as_str(), batch.parent.as_str()), ("greenstall-projections", ""));

    // Spans leave the shop: nobody's address, name or payment is in them.
    let text = format!("{spans:?}");
    for private in ["market.example", "pi_", "@", "Spinach", "4242424242424242"] {
        assert!(!text.contains(private), "{private} is in a span");
    }
    for process in 0..3 {
        for line in stall.instance.log(process).lines().filter(|line| !line.is_empty()) {
            let parsed: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(parsed["message"].is_string() && parsed["timestamp"].is_string(), "{line}");
        }
    }
}

#[test]
fn a_collector_that_hangs_neither_stops_a_purchase_nor_the_end_of_the_process() {
    let (_runtime, _collector, mut stall) = traced(Shape::AllInOne, CollectorAnswer::Never);
    stall.buy();
    let began = Instant::now();
    drop(stall);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

/// The names of our metrics in a text.
fn metrics_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|one: char| one != '_' && !one.is_ascii_lowercase());
    words.filter(|word| word.starts_with("greenstall_")).collect()
}

#[test]
fn dashboards_and_alerts_ask_for_metrics_that_there_are() {
    let (_runtime, _collector, mut stall) = traced(Shape::AllInOne, CollectorAnswer::Ok);
    stall.buy();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/");
    let read = |file: &str| fs::read_to_string(format!("{root}{file}")).expect("a file of the repository");
    let (dashboard, alerts) = (read("grafana/greenstall.json"), read("prometheus/alerts.yml"));
    let asked: BTreeSet<&str> = metrics_in(&dashboard).into_iter().chain(metrics_in(&alerts)).collect();
    assert!(asked.len() > 25, "{asked:?}");
    wait_for("every metric that is asked for", || {
        let text = stall.instance.metrics();
        let there: BTreeSet<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split(['{', ' ']).next())
            .chain([ONLY_WHILE_BUILDING])
            .collect();
        let missing: Vec<_> = asked.difference(&there).collect();
        if !missing.is_empty() {
            eprintln!("there is no {missing:?}");
        }
        missing.is_empty().then_some(())
    });
}

#[test]
fn every_alert_has_a_runbook_and_every_runbook_an_alert() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/");
    let read = |file: &str| fs::read_to_string(format!("{root}{file}")).expect("a file of the repository");
    let (alerts, played) = (read("prometheus/alerts.yml"), read("prometheus/alerts-test.yml"));
    let runbooks = read("docs/handbook/runbooks.md");
    let values = |key: &str| {
        let of_line = |line: &'_ str| line.trim().strip_prefix(key).map(|value| value.trim().to_owned());
        alerts.lines().filter_map(of_line).collect::<Vec<_>>()
    };
    let (names, urls) = (values("- alert:"), values("runbook_url:"));
    assert!(names.len() > 15 && names.len() == urls.len(), "{names:?} {urls:?}");
    let headings: BTreeSet<String> = runbooks
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| heading.to_lowercase().replace(' ', "-"))
        .collect();
    for (name, url) in names.iter().zip(&urls) {
        let anchor = url.split_once("runbooks.md#").expect("a section of the runbooks").1;
        assert!(headings.contains(anchor), "{name}: there is no section {anchor}");
        assert!(runbooks.contains(name.as_str()), "{name} is not in the runbooks");
        assert!(played.contains(name.as_str()), "{name} is not played in alerts-test.yml");
    }
    for heading in headings {
        assert!(urls.iter().any(|url| url.ends_with(&format!("#{heading}"))), "{heading}: no alert needs it");
    }
}
