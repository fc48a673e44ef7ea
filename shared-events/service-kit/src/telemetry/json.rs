//! Log lines as JSON, with the ids of the span in which they are written.

use std::fmt;

use serde_json::{Map, Value};
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    fmt::{
        FmtContext, FormatEvent, FormatFields,
        format::Writer,
        time::{FormatTime, SystemTime},
    },
    registry::LookupSpan,
};

/// One object a line: `timestamp`, `level`, `target`, `message`, the line's own fields, and inside of a request or a
/// follower `trace_id`, `span_id` and `correlation_id`.
pub(super) struct JsonLines;

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut time = String::new();
        SystemTime.format_time(&mut Writer::new(&mut time))?;
        let mut line = Map::new();
        event.record(&mut Fields(&mut line));
        // A field cannot take the place of one of these.
        let metadata = event.metadata();
        line.insert("timestamp".to_owned(), time.into());
        line.insert("level".to_owned(), metadata.level().as_str().into());
        line.insert("target".to_owned(), metadata.target().into());
        if let Some(ids) = traces::current().log_ids() {
            line.insert("trace_id".to_owned(), ids.span.trace.to_string().into());
            line.insert("span_id".to_owned(), ids.span.span.to_string().into());
            if let Some(correlation) = ids.correlation {
                line.insert("correlation_id".to_owned(), correlation.to_string().into());
            }
        }
        writeln!(writer, "{}", Value::Object(line))
    }
}

/// Collects the fields of a line.
struct Fields<'a>(&'a mut Map<String, Value>);

impl Fields<'_> {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields<'_> {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, format!("{value:?}"));
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Write},
        sync::{Arc, Mutex, PoisonError},
    };

    use tracing_subscriber::fmt::MakeWriter;
    use uuid::Uuid;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Lines {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    #[tokio::test]
    async fn a_line_has_its_fields_and_the_ids_of_its_request() {
        traces::turn_on(0.0, None);
        let lines = Lines::default();
        let subscriber =
            tracing_subscriber::fmt().event_format(JsonLines).with_writer(lines.clone()).finish();
        let guard = tracing::subscriber::set_default(subscriber);
        let correlation = Uuid::from_u128(0x77);
        let request = traces::Span::root(traces::Kind::Server, "POST /orders");
        let answering = async {
            traces::current().correlate(correlation);
            tracing::warn!(position = 7_u64, level = "mine", text = "a\n\"b\"", "cannot\nsend");
        };
        request.around(answering).await;
        tracing::info!("outside");
        drop(guard);
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let [inside, outside] = &lines[..] else { panic!("{text}") };
        assert_eq!((&inside["level"], &inside["message"]), (&"WARN".into(), &"cannot\nsend".into()));
        assert_eq!((&inside["position"], &inside["text"]), (&7.into(), &"a\n\"b\"".into()));
        assert_eq!(inside["trace_id"], correlation.simple().to_string());
        assert_eq!(inside["correlation_id"], correlation.to_string());
        assert_eq!(inside["span_id"].as_str().map(str::len), Some(16));
        assert!(inside["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')));
        assert_eq!((&outside["message"], outside.get("trace_id")), (&"outside".into(), None));
    }
}
