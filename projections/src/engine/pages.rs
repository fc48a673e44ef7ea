//! The log in pages that grow while there is much to read. While one is being written, the next is read and folded: the
//! events' own part of the work, decoding above all, is done by then.

use std::{borrow::Cow, sync::Arc, time::Duration};

use event_store::{Categories, EventLog, LogError, ReadError};
use shared_events::Position;
use tokio::task::{self, JoinError};
use tokio_util::task::AbortOnDropHandle;

use super::{View, batch::Batch};

/// Size of the first page, in events, and of those that follow a live log.
const SMALLEST: usize = 256;
/// The largest. The more there is in a page, the more changes of a row become one.
const LARGEST: usize = 16_384;
/// How much JSON is to be in a page: two are in memory at the same time, each of them also as what the view makes of it.
const BYTES: usize = 4 << 20;
/// A lost wake-up costs at most this long, never an event.
const POLL: Duration = Duration::from_millis(500);

/// Reads the log for one view from a position on.
pub(super) struct Pages {
    log: EventLog,
    view: Arc<dyn View>,
    /// Positions are of this epoch's log.
    epoch: u64,
    after: Position,
    size: usize,
    ahead: Option<Reading>,
}

type Reading = AbortOnDropHandle<Result<Next, LogError>>;

/// What is next in the log.
pub(super) struct Next {
    /// Folded.
    pub(super) batch: Batch,
    /// There was nothing more to read.
    pub(super) end: bool,
}

impl Pages {
    pub(super) fn new(log: EventLog, view: Arc<dyn View>, after: Position) -> Self {
        Self { epoch: log.epoch(), log, view, after, size: SMALLEST, ahead: None }
    }

    /// The next page; it does not go beyond where reading began when there is nothing new. An error leaves the
    /// reader where it is. Cancel-safe.
    pub(super) async fn next(&mut self) -> Result<Next, LogError> {
        let begun = self.ahead.take().unwrap_or_else(|| self.begin());
        let answer = self.ahead.insert(begun).await;
        self.ahead = None;
        let next = answer.unwrap_or_else(|error| Err(not_read(error)))?;
        self.continue_after(&next);
        Ok(next)
    }

    fn continue_after(&mut self, Next { batch, end }: &Next) {
        self.after = batch.up_to;
        if *end {
            self.size = SMALLEST;
        } else {
            self.size = next_size(self.size, batch);
            self.ahead = Some(self.begin());
        }
    }

    fn begin(&self) -> Reading {
        let (log, view) = (self.log.clone(), Arc::clone(&self.view));
        AbortOnDropHandle::new(tokio::spawn(read(log, view, self.epoch, self.after, self.size)))
    }

    /// Returns when there may be something new.
    pub(super) async fn news(&self) {
        self.log.wait_beyond(self.after, POLL).await;
    }
}

/// At most twice as many events, and as many as make a page of the wanted bytes when they are like those of this one.
fn next_size(size: usize, batch: &Batch) -> usize {
    let bytes: usize = batch.events.iter().map(|event| event.event.data.as_json().len()).sum();
    let as_wanted = (BYTES * batch.events.len()).checked_div(bytes).unwrap_or(LARGEST);
    as_wanted.min(size * 2).clamp(1, LARGEST)
}

async fn read(
    log: EventLog,
    view: Arc<dyn View>,
    epoch: u64,
    after: Position,
    size: usize,
) -> Result<Next, LogError> {
    let categories = Categories::Only(Cow::Borrowed(view.categories()));
    let (page, unreadable) = log.read_on_sifted(epoch, after, &categories, size).await?;
    let end = page.end;
    let mut batch = Batch::new(page, unreadable);
    if batch.events.len() > SMALLEST {
        // A large page takes a tenth of a second, in which the other tasks of this thread would stand still.
        let folding = task::spawn_blocking(move || {
            batch.fold(&*view);
            batch
        });
        batch = folding.await.map_err(not_read)?;
    } else if !batch.events.is_empty() {
        batch.fold(&*view);
    }
    Ok(Next { batch, end })
}

/// The reading task panicked, or the program ends.
fn not_read(error: JoinError) -> LogError {
    match error.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(ended) => LogError::Read(ReadError::Unavailable(ended.to_string())),
    }
}
