//! Turns: commands to the same stream wait for each other instead of conflicting, and reuse the stream's last state.

use std::{
    any::Any,
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use domain::Aggregate;
use lru::LruCache;
use shared_events::Event;
use tokio::sync::{Mutex as TurnLock, OwnedMutexGuard};
use uuid::Uuid;

use super::{group::Group, known_state::KnownState};

/// The number of streams with a queue. A command whose queue was dropped may meet a conflict, as with another process.
const MAX_QUEUES: NonZeroUsize = NonZeroUsize::new(4_096).expect("it is not zero");
/// The largest number of events that all cached states together are folded from. A state grows by about ten bytes per
/// event.
const MAX_KEPT_EVENTS: u64 = 2_000_000;
/// The state of one stream may use at most half of the events of all states.
const MAX_SHARE_OF_A_STREAM: u64 = 2;

/// The queue of each stream within this process, first come, first served. Expected versions keep a stream
/// consistent; turns only prevent concurrent commands from deciding on states that are outdated by the time of
/// the append.
///
/// A command that has the turn at a stream of a cached category (see [`Aggregate::STAYS_IN_MEMORY`]) gets the state of
/// the previous command. Another process may have appended since, so the append always checks the version. While other
/// commands wait, it may also get a [`Group`] of decided commands, whose events it appends or hands on with its own.
#[derive(Clone)]
pub struct Turns(Arc<Mutex<Streams>>);

struct Streams {
    queues: LruCache<Stream, Entry>,
    /// The sum of `events` over all entries.
    events: u64,
    /// The limit of `events`.
    at_most: u64,
}

type Stream = (&'static str, Uuid);

#[derive(Default)]
struct Entry {
    queue: Queue,
    /// The number of events that the cached state is folded from.
    events: u64,
}

#[derive(Clone, Default)]
struct Queue {
    turn: Arc<TurnLock<Slot>>,
    /// The number of commands that wait for the turn.
    waiting: Arc<AtomicUsize>,
}

/// What a command leaves to the next one.
#[derive(Default)]
struct Slot {
    /// The state after the last command, and the epoch of the log that it was read from.
    state: Option<(u64, Box<dyn Any + Send>)>,
    /// The [`Group`] of decided commands whose events are not appended yet; the state is the one after them.
    group: Option<Box<dyn Any + Send>>,
}

impl Default for Turns {
    fn default() -> Self {
        Self::keeping(MAX_KEPT_EVENTS)
    }
}

impl Turns {
    /// Creates turns that cache states of at most this many events in total. With 0, no states are cached: each
    /// command reads the whole stream.
    pub fn keeping(events: u64) -> Self {
        let queues = LruCache::new(MAX_QUEUES);
        Self(Arc::new(Mutex::new(Streams { queues, events: 0, at_most: events })))
    }

    /// Waits for the turn at a stream, which lasts until the returned value is dropped.
    pub(super) async fn take<A: Aggregate>(&self, id: Uuid) -> Turn {
        self.take_at((A::Event::CATEGORY, id)).await
    }

    /// Waits for the turn at an account's uploads, which are not a stream.
    pub(super) async fn take_uploads(&self, owner: Uuid) -> Turn {
        self.take_at(("uploads", owner)).await
    }

    /// Like [`Self::take`], but other commands do not see that somebody waits, so they hand nothing on.
    pub(super) async fn take_unseen<A: Aggregate>(&self, id: Uuid) -> Turn {
        let stream = (A::Event::CATEGORY, id);
        self.take_from(self.queue(stream), stream).await
    }

    async fn take_at(&self, stream: Stream) -> Turn {
        let queue = self.queue(stream);
        let _waits = Waits::begin(&queue);
        self.take_from(queue, stream).await
    }

    async fn take_from(&self, queue: Queue, stream: Stream) -> Turn {
        let slot = Arc::clone(&queue.turn).lock_owned().await;
        Turn { slot, queue, turns: self.clone(), stream }
    }

    fn queue(&self, stream: Stream) -> Queue {
        let mut streams = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = streams.queues.get(&stream) {
            return entry.queue.clone();
        }
        let entry = Entry::default();
        let queue = entry.queue.clone();
        let dropped = streams.queues.push(stream, entry).map_or(0, |(_, entry)| entry.events);
        streams.events -= dropped;
        queue
    }
}

/// A command that waits for the turn, as long as it waits.
struct Waits(Arc<AtomicUsize>);

impl Waits {
    fn begin(queue: &Queue) -> Self {
        queue.waiting.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(&queue.waiting))
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The turn at a stream.
pub(super) struct Turn {
    slot: OwnedMutexGuard<Slot>,
    queue: Queue,
    turns: Turns,
    stream: Stream,
}

impl Turn {
    /// Takes the previous command's state, if it belongs to this epoch of the log. The state is cached again only by
    /// [`keep`](Self::keep), so an interrupted command leaves none.
    pub(super) fn known<A: Aggregate>(&mut self, epoch: u64) -> Option<KnownState<A>> {
        let (read_in, known) = self.slot.state.take()?;
        known.downcast().ok().filter(|_| read_in == epoch).map(|known| *known)
    }

    /// Takes the group of decided commands. The caller should append it or hand it on: if the group is dropped, its
    /// commands decide again.
    pub(super) fn group<A: Aggregate>(&mut self) -> Option<Group<A>> {
        self.slot.group.take()?.downcast().ok().map(|group| *group)
    }

    /// Whether other commands wait for the turn.
    pub(super) fn is_awaited(&self) -> bool {
        self.queue.waiting.load(Ordering::Relaxed) > 0
    }

    /// Hands on a group, and the state after its commands.
    pub(super) fn hand_on<A: Aggregate>(mut self, epoch: u64, known: KnownState<A>, group: Group<A>) {
        self.slot.state = Some((epoch, Box::new(known)));
        self.slot.group = Some(Box::new(group));
    }

    /// Caches the state, from this epoch's log, for the next command. Drops other states if they exceed the limit.
    pub(super) fn keep<A: Aggregate>(mut self, epoch: u64, known: KnownState<A>) {
        if !A::STAYS_IN_MEMORY {
            return;
        }
        let mut streams = self.turns.0.lock().unwrap_or_else(PoisonError::into_inner);
        let events = known.version.max(1);
        if events > streams.at_most / MAX_SHARE_OF_A_STREAM {
            return;
        }
        let Some(entry) = streams.queues.peek_mut(&self.stream) else { return };
        if !Arc::ptr_eq(&entry.queue.turn, &self.queue.turn) {
            return;
        }
        let before = std::mem::replace(&mut entry.events, events);
        self.slot.state = Some((epoch, Box::new(known)));
        streams.events = streams.events - before + events;
        while streams.events > streams.at_most {
            // Never drops this one: it was used last, and is within its share.
            let Some((_, entry)) = streams.queues.pop_lru() else { break };
            streams.events -= entry.events;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use domain::{product::Product, shopper::Shopper, stock::Stock};
    use shared_events::Version;

    use super::*;

    const ONE: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);
    const EPOCH: u64 = 3;

    fn known(version: Version) -> KnownState<Stock> {
        KnownState { version, ..KnownState::default() }
    }

    #[tokio::test]
    async fn dropping_a_turn_frees_it_and_other_streams_do_not_wait() {
        let turns = Turns::default();
        let first = turns.take::<Stock>(ONE).await;
        drop(turns.take::<Stock>(OTHER).await);
        drop(turns.take::<Product>(ONE).await);
        let mut second = pin!(turns.take::<Stock>(ONE));
        assert!(futures_util::poll!(&mut second).is_pending());
        drop(first);
        drop(second.await);
    }

    #[tokio::test]
    async fn only_the_next_turn_gets_the_cached_state() {
        let turns = Turns::default();
        turns.take::<Stock>(ONE).await.keep(EPOCH, known(7));
        assert!(turns.take::<Stock>(OTHER).await.known::<Stock>(EPOCH).is_none());
        assert!(turns.take::<Shopper>(ONE).await.known::<Shopper>(EPOCH).is_none());
        let mut turn = turns.take::<Stock>(ONE).await;
        assert_eq!(turn.known::<Stock>(EPOCH).unwrap().version, 7);
        drop(turn);
        assert!(turns.take::<Stock>(ONE).await.known::<Stock>(EPOCH).is_none(), "it was not kept again");
        turns.take::<Product>(ONE).await.keep(EPOCH, KnownState::<Product>::default());
        assert!(turns.take::<Product>(ONE).await.known::<Product>(EPOCH).is_none(), "products are not kept");
    }

    #[tokio::test]
    async fn a_state_from_another_epoch_is_not_used() {
        let turns = Turns::default();
        turns.take::<Stock>(ONE).await.keep(EPOCH, known(7));
        assert!(turns.take::<Stock>(ONE).await.known::<Stock>(EPOCH + 1).is_none());
    }

    #[tokio::test]
    async fn cached_states_are_bounded() {
        let turns = Turns::keeping(100);
        turns.take::<Stock>(ONE).await.keep(EPOCH, known(51));
        assert!(turns.take::<Stock>(ONE).await.known::<Stock>(EPOCH).is_none(), "more than half");
        for id in 1..=6 {
            turns.take::<Stock>(Uuid::from_u128(id)).await.keep(EPOCH, known(20));
        }
        let mut left = Vec::new();
        for id in 1..=6 {
            left.push(turns.take::<Stock>(Uuid::from_u128(id)).await.known::<Stock>(EPOCH).is_some());
        }
        assert_eq!(left, [false, true, true, true, true, true]);
        let sum = turns.0.lock().unwrap().events;
        assert_eq!(sum, 100);
    }
}
