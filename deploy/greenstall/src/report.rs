//! Shows the progress of long work: a bar on a terminal, an occasional line elsewhere.

use std::{
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};

/// The shortest time between two lines in a file or a log.
const LINE_INTERVAL: Duration = Duration::from_secs(2);

/// A progress report. It goes to standard error, so that standard output has only the result.
pub(crate) struct Report {
    what: String,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Report {
    /// `what` names the work, such as "catalog" or "demo market".
    pub(crate) fn new(what: impl Into<String>) -> Self {
        let what = what.into();
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{prefix} [{bar:30}] {percent:>3} %  {msg}");
            let style = style.expect("the template is a constant").progress_chars("=> ");
            ProgressBar::new(0).with_style(style).with_prefix(what.clone())
        });
        Self { what, bar, last_line: Instant::now() }
    }

    /// Reports `done` of `all`, with a detail for people.
    pub(crate) fn at(&mut self, done: u64, all: u64, detail: &str) {
        match &self.bar {
            Some(bar) => {
                bar.set_length(all);
                bar.set_position(done);
                bar.set_message(detail.to_owned());
            }
            None if self.last_line.elapsed() >= LINE_INTERVAL => {
                self.last_line = Instant::now();
                self.line(&format!("{} %  {detail}", done * 100 / all.max(1)));
            }
            None => {}
        }
    }

    /// Prints something else without disturbing the bar.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Ends the report without a result; the caller prints it.
    pub(crate) fn clear(self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Ends the report with a result.
    pub(crate) fn done(self, result: &str) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.line(result);
    }

    fn line(&self, text: &str) {
        // A failure to print progress must not fail the work.
        let _ = writeln!(std::io::stderr(), "{}: {text}", self.what);
    }
}
