//! Subscriptions: they follow the log by reading pages and then waiting for new events.

use std::time::Duration;

use shared_events::{Position, RawEvent, Recorded};

use crate::{Categories, EventLog, LogError, Page, Unreadable};

/// The longest delay that a lost wake-up can cause. It never causes the loss of an event.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A batch of events from a subscription.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Events in order of position. The list is empty when only unwanted events have passed.
    pub events: Vec<Recorded<RawEvent>>,
    /// Events that cannot be opened. They are separate, so that the others can be processed.
    pub unreadable: Vec<Unreadable>,
    /// All wanted events up to this position have been delivered, so it is the next checkpoint.
    pub up_to: Position,
    /// Whether the log had no further events when it was last read, at most some milliseconds ago.
    pub caught_up: bool,
}

/// Follows the log from a position. Dropping it ends it.
pub struct Subscription {
    log: EventLog,
    /// The epoch of the log to which the positions belong.
    epoch: u64,
    position: Position,
    categories: Categories,
    page_size: usize,
}

impl EventLog {
    /// Follows the log from a position: first the existing events, then new ones. The subscription fails for good with
    /// [`ReadError::Replaced`](crate::ReadError::Replaced) when the log is replaced.
    pub fn subscribe(&self, after: Position, categories: Categories, page_size: usize) -> Subscription {
        Subscription::new(self.clone(), after, categories, page_size)
    }
}

impl Subscription {
    fn new(log: EventLog, position: Position, categories: Categories, page_size: usize) -> Self {
        Self { epoch: log.epoch(), log, position, categories, page_size }
    }

    /// Returns the next batch, and waits until the log has moved. Cancel-safe: a dropped call loses no event.
    ///
    /// # Errors
    /// See [`LogError`], without `Unreadable`. The subscription keeps its position, so calling again retries. After
    /// [`crate::ReadError::Replaced`] the subscription cannot be used any more, because its position belongs to another
    /// log.
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
