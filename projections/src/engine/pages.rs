//! The log in pages that grow while there is much to read, the next one read while this one is applied.

use std::{borrow::Cow, time::Duration};

use event_store::{Categories, EventLog, LogError, Page, ReadError, Unreadable};
use shared_events::Position;
use tokio::task::JoinError;
use tokio_util::task::AbortOnDropHandle;

use super::{View, batch::Batch};

/// Size of the first page, in events, and of those that follow a live log.
const SMALLEST: usize = 256;
/// The largest, and the most JSON in one after which they shrink: two pages are in memory at the same time. The more there
/// is in a page, the more changes of a row become one.
const LARGEST: usize = 16_384;
const LARGEST_BYTES: usize = 6 << 20;
/// A lost wake-up costs at most this long, never an event.
const POLL: Duration = Duration::from_millis(500);

/// Reads the log for one view from a position on.
pub(super) struct Pages {
    log: EventLog,
    categories: Categories,
    after: Position,
    size: usize,
    ahead: Option<AbortOnDropHandle<Result<Sifted, LogError>>>,
}

/// A page, and the events in its range that cannot be opened.
type Sifted = (Page, Vec<Unreadable>);

/// What is next in the log.
#[derive(Debug)]
pub(super) struct Next {
    pub(super) batch: Batch,
    /// There was nothing more to read.
    pub(super) end: bool,
}

impl Pages {
    pub(super) fn new(log: EventLog, view: &dyn View, after: Position) -> Self {
        let categories = Categories::Only(Cow::Borrowed(view.categories()));
        Self { log, categories, after, size: SMALLEST, ahead: None }
    }

    /// The next page; it does not go beyond where reading began when there is nothing new. An error leaves the
    /// reader where it is. Cancel-safe.
    pub(super) async fn next(&mut self) -> Result<Next, LogError> {
        let read = self.ahead.get_or_insert_with(|| read(&self.log, self.after, &self.categories, self.size));
        let answer = read.await;
        self.ahead = None;
        let (page, unreadable) = answer.unwrap_or_else(|error| Err(not_read(error)))?;
        self.continue_after(&page);
        let end = page.end;
        Ok(Next { batch: Batch::new(page, unreadable), end })
    }

    fn continue_after(&mut self, page: &Page) {
        self.after = page.up_to;
        if page.end {
            self.size = SMALLEST;
        } else {
            let bytes: usize = page.events.iter().map(|event| event.event.data.as_json().len()).sum();
            let next = if bytes > LARGEST_BYTES { self.size / 2 } else { self.size * 2 };
            self.size = next.clamp(1, LARGEST);
            self.ahead = Some(read(&self.log, self.after, &self.categories, self.size));
        }
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
) -> AbortOnDropHandle<Result<Sifted, LogError>> {
    let (log, categories) = (log.clone(), categories.clone());
    AbortOnDropHandle::new(tokio::spawn(async move { log.read_all_sifted(after, &categories, size).await }))
}

/// The reading task panicked, or the program ends.
fn not_read(error: JoinError) -> LogError {
    match error.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(ended) => LogError::Read(ReadError::Unavailable(ended.to_string())),
    }
}
