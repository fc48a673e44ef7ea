//! The log in pages that grow while there is much to read, the next one read while this one is applied.

use std::{borrow::Cow, time::Duration};

use event_store::{Categories, EventLog, LogError, Page, ReadError};
use shared_events::Position;
use tokio::task::JoinError;
use tokio_util::task::AbortOnDropHandle;

use super::View;

/// Size of the first page, in events, and of those that follow a live log.
const SMALLEST: usize = 256;
/// More would take memory and not save time.
const LARGEST: usize = 4_096;
/// A lost wake-up costs at most this long, never an event.
const POLL: Duration = Duration::from_millis(500);

/// Reads the log for one view from a position on.
pub(super) struct Pages {
    log: EventLog,
    categories: Categories,
    after: Position,
    size: usize,
    ahead: Option<AbortOnDropHandle<Result<Page, LogError>>>,
}

impl Pages {
    pub(super) fn new(log: EventLog, view: &dyn View, after: Position) -> Self {
        let categories = Categories::Only(Cow::Borrowed(view.categories()));
        Self { log, categories, after, size: SMALLEST, ahead: None }
    }

    /// The next page; it does not go beyond where reading began when there is nothing new. An error leaves the
    /// reader where it is. Cancel-safe.
    pub(super) async fn next(&mut self) -> Result<Page, LogError> {
        loop {
            let read =
                self.ahead.get_or_insert_with(|| read(&self.log, self.after, &self.categories, self.size));
            let answer = read.await;
            self.ahead = None;
            match answer.unwrap_or_else(|error| Err(not_read(error))) {
                // What can be read before the unreadable event is delivered first.
                Err(error) if self.size > 1 && is_about_one_event(&error) => self.size /= 2,
                Err(error) => return Err(error),
                Ok(page) => {
                    self.continue_after(&page);
                    return Ok(page);
                }
            }
        }
    }

    fn continue_after(&mut self, page: &Page) {
        self.after = page.up_to;
        if page.end {
            self.size = SMALLEST;
        } else {
            self.size = (self.size * 2).min(LARGEST);
            self.ahead = Some(read(&self.log, self.after, &self.categories, self.size));
        }
    }

    /// Goes back, and reads at most `size` events next time.
    pub(super) fn restart(&mut self, after: Position, size: usize) {
        self.ahead = None;
        self.after = after;
        self.size = size.max(1);
    }

    /// Returns when there may be something new.
    pub(super) async fn news(&self) {
        self.log.wait_beyond(self.after, POLL).await;
    }
}

fn read(
    log: &EventLog,
    after: Position,
    categories: &Categories,
    size: usize,
) -> AbortOnDropHandle<Result<Page, LogError>> {
    let (log, categories) = (log.clone(), categories.clone());
    AbortOnDropHandle::new(tokio::spawn(async move { log.read_all(after, &categories, size).await }))
}

/// The reading task panicked, or the program ends.
fn not_read(error: JoinError) -> LogError {
    match error.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(ended) => LogError::Read(ReadError::Unavailable(ended.to_string())),
    }
}

fn is_about_one_event(error: &LogError) -> bool {
    matches!(error, LogError::Unreadable { .. } | LogError::Read(ReadError::Corrupt(_)))
}

/// Where the log ends at the moment.
pub(super) async fn head(log: &EventLog) -> Result<Position, LogError> {
    let nothing = Categories::Only(Cow::Borrowed(&[]));
    Ok(log.read_all(Position::START, &nothing, 1).await?.up_to)
}
