//! Reads the log in pages that grow while there is a backlog. While one page is written, the next one is read and
//! folded, so the work on the events themselves, mostly decoding, overlaps with the writing.

use std::{borrow::Cow, sync::Arc, time::Duration};

use event_store::{Categories, EventLog, LogError, ReadError};
use shared_events::Position;
use tokio::task::{self, JoinError};
use tokio_util::task::AbortOnDropHandle;

use super::{View, batch::Batch};

/// Size of the first page, in events, and of the pages that follow a live log.
const MIN_PAGE_EVENTS: usize = 256;
/// Largest page, in events. The larger a page, the more changes of one row are merged into one write.
const MAX_PAGE_EVENTS: usize = 16_384;
/// Target size of a page in bytes of JSON. Two pages are in memory at a time, each also in its folded form.
const TARGET_PAGE_BYTES: usize = 4 << 20;
/// Poll interval of the log: the longest delay after a lost wake-up. No event is lost.
const LOG_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Reads the log for one view from a position on.
pub(super) struct Pages {
    log: EventLog,
    view: Arc<dyn View>,
    /// The epoch of the log to which the positions belong.
    epoch: u64,
    after: Position,
    size: usize,
    ahead: Option<PageRead>,
}

type PageRead = AbortOnDropHandle<Result<NextPage, LogError>>;

/// The next page of the log.
pub(super) struct NextPage {
    /// The events, already folded.
    pub(super) batch: Batch,
    /// Whether the page reaches the end of the log.
    pub(super) end: bool,
}

impl Pages {
    pub(super) fn new(log: EventLog, view: Arc<dyn View>, after: Position) -> Self {
        Self { epoch: log.epoch(), log, view, after, size: MIN_PAGE_EVENTS, ahead: None }
    }

    /// Returns the next page; when there is nothing new, its `up_to` is where reading began. An error leaves the
    /// reader where it is. Cancel-safe.
    pub(super) async fn next(&mut self) -> Result<NextPage, LogError> {
        let begun = self.ahead.take().unwrap_or_else(|| self.begin());
        let answer = self.ahead.insert(begun).await;
        self.ahead = None;
        let next = answer.unwrap_or_else(|error| Err(not_read(error)))?;
        self.continue_after(&next);
        Ok(next)
    }

    fn continue_after(&mut self, NextPage { batch, end }: &NextPage) {
        self.after = batch.up_to;
        if *end {
            self.size = MIN_PAGE_EVENTS;
        } else {
            self.size = next_size(self.size, batch);
            self.ahead = Some(self.begin());
        }
    }

    fn begin(&self) -> PageRead {
        let (log, view) = (self.log.clone(), Arc::clone(&self.view));
        AbortOnDropHandle::new(tokio::spawn(read(log, view, self.epoch, self.after, self.size)))
    }

    /// Returns when there may be new events.
    pub(super) async fn news(&self) {
        self.log.wait_beyond(self.after, LOG_POLL_INTERVAL).await;
    }
}

/// Size of the next page: as many events as reach the target size in bytes at this page's average, and at most twice
/// as many as before.
fn next_size(size: usize, batch: &Batch) -> usize {
    let bytes: usize = batch.events.iter().map(|event| event.event.data.as_json().len()).sum();
    let as_wanted = (TARGET_PAGE_BYTES * batch.events.len()).checked_div(bytes).unwrap_or(MAX_PAGE_EVENTS);
    as_wanted.min(size * 2).clamp(1, MAX_PAGE_EVENTS)
}

async fn read(
    log: EventLog,
    view: Arc<dyn View>,
    epoch: u64,
    after: Position,
    size: usize,
) -> Result<NextPage, LogError> {
    let categories = Categories::Only(Cow::Borrowed(view.categories()));
    let (page, unreadable) = log.read_on_sifted(epoch, after, &categories, size).await?;
    let end = page.end;
    let mut batch = Batch::new(page, unreadable);
    if batch.events.len() > MIN_PAGE_EVENTS {
        // Folding a large page takes a tenth of a second and would block the other tasks of this thread.
        let folding = task::spawn_blocking(move || {
            batch.fold(&*view);
            batch
        });
        batch = folding.await.map_err(not_read)?;
    } else if !batch.events.is_empty() {
        batch.fold(&*view);
    }
    Ok(NextPage { batch, end })
}

/// The reading task panicked, or the program is shutting down.
fn not_read(error: JoinError) -> LogError {
    match error.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(ended) => LogError::Read(ReadError::Unavailable(ended.to_string())),
    }
}
