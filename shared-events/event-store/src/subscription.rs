//! Following the log: catch up by pages, then wait to be woken.

use std::time::Duration;

use shared_events::{Position, RawEvent, Recorded};

use crate::{Categories, EventLog, LogError, Page, Unreadable};

/// A lost wake-up costs at most this long, never an event.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// What a subscription delivers.
#[derive(Clone, Debug)]
pub struct Batch {
    /// In order of position; may be empty when only unwanted events passed.
    pub events: Vec<Recorded<RawEvent>>,
    /// Those among them that cannot be opened: taken out and told, so that the others go on.
    pub unreadable: Vec<Unreadable>,
    /// Everything wanted up to here has been delivered: the next checkpoint.
    pub up_to: Position,
    /// The log had nothing more when it was last looked at, some milliseconds ago at most.
    pub caught_up: bool,
}

/// Follows the log from a position. Dropping it ends it.
pub struct Subscription {
    log: EventLog,
    /// Positions are of this epoch's log.
    epoch: u64,
    position: Position,
    categories: Categories,
    page_size: usize,
}

impl EventLog {
    /// Follows the log from a position: first what is there, then what comes. It fails for good with
    /// [`ReadError::Replaced`](crate::ReadError::Replaced) when the log is replaced.
    pub fn subscribe(&self, after: Position, categories: Categories, page_size: usize) -> Subscription {
        Subscription::new(self.clone(), after, categories, page_size)
    }
}

impl Subscription {
    fn new(log: EventLog, position: Position, categories: Categories, page_size: usize) -> Self {
        Self { epoch: log.epoch(), log, position, categories, page_size }
    }

    /// The next batch; waits until the log has moved. Cancel-safe: a dropped call loses nothing.
    ///
    /// # Errors
    /// See [`LogError`], without `Unreadable`. The subscription stays where it was, so calling again retries; but after
    /// [`crate::ReadError::Replaced`] it is of no more use: its position is of another log.
    pub async fn next(&mut self) -> Result<Batch, LogError> {
        loop {
            let (page, unreadable) =
                self.log.read_on_sifted(self.epoch, self.position, &self.categories, self.page_size).await?;
            if page.up_to > self.position {
                self.position = page.up_to;
                let Page { events, up_to, end: caught_up } = page;
                return Ok(Batch { events, unreadable, up_to, caught_up });
            }
            self.log.wait_beyond(self.position, POLL_INTERVAL).await;
        }
    }
}
