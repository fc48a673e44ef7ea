//! Long work, shown as it goes: a bar on a terminal, a line now and then elsewhere.

use std::{
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};

/// Lines in a file or a log: not more often than this.
const BETWEEN_LINES: Duration = Duration::from_secs(2);

/// Shows how far something is. Goes to standard error, so that output stays what was asked for.
pub(crate) struct Report {
    what: String,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Report {
    /// `what` is done, such as "catalog" or "demo market".
    pub(crate) fn new(what: impl Into<String>) -> Self {
        let what = what.into();
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{prefix} [{bar:30}] {percent:>3} %  {msg}");
            let style = style.expect("the template is a constant").progress_chars("=> ");
            ProgressBar::new(0).with_style(style).with_prefix(what.clone())
        });
        Self { what, bar, last_line: Instant::now() }
    }

    /// `done` of `all`, and what people may want to know beside it.
    pub(crate) fn at(&mut self, done: u64, all: u64, detail: &str) {
        match &self.bar {
            Some(bar) => {
                bar.set_length(all);
                bar.set_position(done);
                bar.set_message(detail.to_owned());
            }
            None if self.last_line.elapsed() >= BETWEEN_LINES => {
                self.last_line = Instant::now();
                self.line(&format!("{} %  {detail}", done * 100 / all.max(1)));
            }
            None => {}
        }
    }

    /// Lets something else be printed while the bar stands.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// It is done, and its result is told otherwise.
    pub(crate) fn clear(self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// It is done.
    pub(crate) fn done(self, result: &str) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.line(result);
    }

    fn line(&self, text: &str) {
        // Nobody to read it is no reason to fail.
        let _ = writeln!(std::io::stderr(), "{}: {text}", self.what);
    }
}
