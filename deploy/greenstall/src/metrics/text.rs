//! Writes the text format of Prometheus, version 0.0.4.

use std::fmt::{Display, Write};

/// The type of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Gauge,
    /// Only grows.
    Counter,
    Histogram,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Gauge => "gauge",
            Self::Counter => "counter",
            Self::Histogram => "histogram",
        }
    }
}

/// An answer being written. All samples of a metric follow its `metric` line.
#[derive(Debug, Default)]
pub(super) struct Text(String);

impl Text {
    /// Starts a metric.
    pub(super) fn metric(&mut self, name: &str, kind: Kind, help: &str) {
        self.line(format_args!("# HELP {name} {help}"));
        self.line(format_args!("# TYPE {name} {}", kind.as_str()));
    }

    /// Adds a sample with its labels.
    pub(super) fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<String> =
            labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        match labels.is_empty() {
            true => self.line(format_args!("{name} {value}")),
            false => self.line(format_args!("{name}{{{}}} {value}", labels.join(","))),
        }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{line}").expect("a string takes everything");
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        let mut text = Text::default();
        text.metric("shelf_pears", Kind::Gauge, "Pears.");
        text.sample("shelf_pears", &[], 3);
        text.sample("shelf_pears", &[("shelf", "a \"b\"\\\n"), ("row", "1")], 1.5);
        assert_eq!(
            text.into_string(),
            "# HELP shelf_pears Pears.\n# TYPE shelf_pears gauge\nshelf_pears 3\n\
             shelf_pears{shelf=\"a \\\"b\\\"\\\\\\n\",row=\"1\"} 1.5\n"
        );
    }
}
