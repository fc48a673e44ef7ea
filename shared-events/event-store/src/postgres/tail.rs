//! The newest part of the log, which is read once for all followers in this process.
//!
//! A shop has some twenty followers: views, process managers, the session check. Each of them needs each new page of
//! the log, or at least has to move its checkpoint past it. So the first follower that needs a new page reads it with
//! all categories, and keeps it here for the others. Personal data in it stays sealed.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use shared_events::{Position, RawEvent, Recorded};
use tokio::{
    sync::{Mutex, MutexGuard},
    time,
};

use super::{readers::Readers, wakeup::Signal};
use crate::{Categories, Page, ReadError};

/// A window younger than this is served to followers even if there are newer events.
const FRESH_FOR: Duration = Duration::from_millis(3);
/// The minimum interval between two shared reads. The first event after a pause is read at once, later ones together.
const READ_INTERVAL: Duration = Duration::from_millis(5);
/// The most events of a shared read. A follower that is further behind reads for itself.
const SHARED_READ_EVENTS: usize = 1_000;
/// The most events and bytes of JSON that are kept.
const WINDOW_EVENTS: usize = 4_096;
const WINDOW_BYTES: usize = 8 << 20;

/// The last events of the log that this process has read.
#[derive(Default)]
pub(super) struct Tail(Mutex<Option<Window>>);

/// All events after `from` and up to `to`.
struct Window {
    /// The epoch of the log that the window was read from.
    epoch: u64,
    from: Position,
    to: Position,
    read_at: Instant,
    events: VecDeque<Recorded<RawEvent>>,
    bytes: usize,
}

impl Tail {
    /// Returns a page for a follower, or `None` when the page begins before the kept events.
    pub(super) async fn page(
        &self,
        readers: &Readers,
        signal: &Signal,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Option<Page>, ReadError> {
        let mut window = self.lock(readers.answer_timeout()).await?;
        if window.as_ref().is_some_and(|known| known.epoch != signal.epoch()) {
            *window = None;
        }
        match &mut *window {
            None => *window = Some(Window::at_the_end(readers, signal).await?),
            Some(known) if known.is_old(after, signal) => {
                if !known.read_on(readers, signal).await? {
                    *window = None;
                }
            }
            Some(_) => {}
        }
        Ok(window.as_ref().and_then(|window| window.page(after, categories, limit)))
    }

    /// Locks the window. Followers wait for the one that is reading, up to the time limit.
    async fn lock(&self, at_most: Duration) -> Result<MutexGuard<'_, Option<Window>>, ReadError> {
        let waiting = time::timeout(at_most, self.0.lock());
        waiting.await.map_err(|_| ReadError::Unavailable(format!("no answer within {at_most:?}")))
    }
}

impl Window {
    async fn at_the_end(readers: &Readers, signal: &Signal) -> Result<Self, ReadError> {
        let (read_at, known) = (Instant::now(), signal.known());
        let (page, mark) = readers.page(Position::START, &Categories::Only((&[]).into()), 1).await?;
        signal.saw(known, mark);
        Ok(Self {
            epoch: signal.epoch(),
            from: page.up_to,
            to: page.up_to,
            read_at,
            events: VecDeque::new(),
            bytes: 0,
        })
    }

    /// Whether a reader at this position needs newer events than the window has.
    fn is_old(&self, after: Position, signal: &Signal) -> bool {
        let overtaken = || signal.known().position() > self.to && self.read_at.elapsed() >= FRESH_FOR;
        after >= self.from && (after >= self.to || overtaken())
    }

    /// Reads the events since the last read. Returns false when there are too many of them, or when the log was
    /// replaced.
    async fn read_on(&mut self, readers: &Readers, signal: &Signal) -> Result<bool, ReadError> {
        // The other followers wait for this read, and find its events in the window.
        time::sleep_until((self.read_at + READ_INTERVAL).into()).await;
        let (read_at, known) = (Instant::now(), signal.known());
        let (page, mark) = readers.page(self.to, &Categories::All, SHARED_READ_EVENTS).await?;
        signal.saw(known, mark);
        if !page.end || signal.epoch() != self.epoch {
            return Ok(false);
        }
        (self.to, self.read_at) = (page.up_to, read_at);
        for event in page.events {
            self.bytes += size(&event);
            self.events.push_back(event);
        }
        while self.events.len() > WINDOW_EVENTS || self.bytes > WINDOW_BYTES {
            let Some(oldest) = self.events.pop_front() else { break };
            self.bytes -= size(&oldest);
            self.from = oldest.position;
        }
        Ok(true)
    }

    fn page(&self, after: Position, categories: &Categories, limit: usize) -> Option<Page> {
        if after < self.from {
            return None;
        }
        let first = self.events.partition_point(|event| event.position <= after);
        let wanted = self.events.range(first..).filter(|event| categories.include(&event.stream.category));
        // For a position beyond the log's end the page ends at that position, as in the store.
        Some(Page::within(after, self.to.max(after), limit, wanted.take(limit).cloned().collect()))
    }
}

fn size(event: &Recorded<RawEvent>) -> usize {
    event.event.data.as_json().len()
}
