//! Decides which messages are sent now, so that a slow receiver does not hold up the others. A webhook has two messages
//! on their way at a time, the webhooks of an owner four. All webhooks that were slow lately share a few places, and so do
//! the unknown ones: those to which no message has ended since the process started.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::ids::{AccountId, WebhookId};
use tokio::time::Instant;

/// The most messages on their way to all webhooks.
pub(crate) const MAX_ON_THEIR_WAY: usize = 16;
/// The most to all webhooks that were slow lately.
const MAX_TO_SLOW: usize = 4;
/// The most to all unknown webhooks, one to each: each of them may hang.
const MAX_TO_UNKNOWN: usize = 8;
/// The most to one webhook.
const MAX_TO_ONE: usize = 2;
/// The most to all webhooks of one owner, and to those of them that are slow: owners do not hold up each other.
const MAX_TO_OWNER: usize = 4;
const MAX_TO_SLOW_OF_OWNER: usize = 2;
/// A receiver that answers within this time is quick.
const QUICK: TimeDelta = TimeDelta::seconds(1);
/// One slow answer makes a receiver slow for this time, however quick others are. Afterwards it is slow until it answers
/// quickly.
const SLOW_FOR: TimeDelta = TimeDelta::minutes(5);
/// The time that a receiver is taken to need before its first message has ended.
const FIRST_GUESS: TimeDelta = TimeDelta::milliseconds(100);
/// The longest that a message to a receiver that is not slow waits before it asks again for a place. It is the time limit of
/// a message: within this time each place becomes free.
const MAX_WAIT: TimeDelta = TimeDelta::seconds(10);
/// The same for a message to a slow receiver.
const MAX_WAIT_FOR_SLOW: TimeDelta = TimeDelta::minutes(15);
/// When this many receivers are known, those that do not matter any more are forgotten.
const MAX_KNOWN: usize = 1_000;
/// How long a receiver that was slow matters. One that is gone forever would otherwise be known forever.
const SLOW_MATTERS_FOR: TimeDelta = TimeDelta::days(1);

/// The messages that are on their way, and how long each receiver took for its last one. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes(Arc<Mutex<HashMap<WebhookId, Receiver>>>);

#[derive(Debug)]
struct Receiver {
    owner: AccountId,
    places: Vec<Taken>,
    /// How long the last message took, whether it was answered or not.
    took: Option<TimeDelta>,
    /// How long the last place was held: for the message, and for what is read and recorded about it. One second at most,
    /// so that nothing waits for long because the log was slow once.
    held: TimeDelta,
    /// When it was slow for the last time.
    slow_at: Option<DateTime<Utc>>,
    /// When it accepted a message for the last time.
    accepted_at: Option<DateTime<Utc>>,
    /// When the last of the messages that wait asks again.
    last_turn: DateTime<Utc>,
}

/// A place that is taken.
#[derive(Debug)]
struct Taken {
    since: DateTime<Utc>,
    /// The message has ended, and its outcome is being recorded.
    has_ended: bool,
}

impl Receiver {
    fn new(owner: AccountId, now: DateTime<Utc>) -> Self {
        Self {
            owner,
            places: Vec::new(),
            took: None,
            held: TimeDelta::zero(),
            slow_at: None,
            accepted_at: None,
            last_turn: now,
        }
    }

    fn is_known(&self) -> bool {
        self.took.is_some()
    }

    /// Whether it was slow lately, or a message to it takes more than a second, even if that message has not ended yet.
    fn is_slow(&self, now: DateTime<Utc>) -> bool {
        let was_slow_lately = self.slow_at.is_some_and(|slow_at| now - slow_at < SLOW_FOR);
        was_slow_lately || self.took.is_some_and(|took| took.max(self.waits_for(now)) > QUICK)
    }

    /// How long ago the oldest message that has not ended yet got its place.
    fn waits_for(&self, now: DateTime<Utc>) -> TimeDelta {
        let unanswered = self.places.iter().filter(|place| !place.has_ended);
        unanswered.map(|place| now - place.since).max().unwrap_or_default()
    }

    /// Removes the place that was given at this time and held so long.
    fn free(&mut self, given_at: DateTime<Utc>, held: TimeDelta) {
        if let Some(place) = self.places.iter().position(|place| place.since == given_at) {
            self.places.swap_remove(place);
        }
        self.held = held.min(QUICK);
    }

    /// Whether it is worth keeping: while a message is on its way or waits for a turn, and while it is slow and was so
    /// within the last day. The time at which it last accepted a message can be found in the log.
    fn matters(&self, now: DateTime<Utc>) -> bool {
        let was_slow_lately = self.slow_at.is_some_and(|slow_at| now - slow_at < SLOW_MATTERS_FOR);
        !self.places.is_empty() || self.last_turn >= now || (was_slow_lately && self.is_slow(now))
    }
}

/// The right to send a message. It ends on drop.
#[derive(Debug)]
pub(crate) struct Place {
    lanes: Lanes,
    webhook: WebhookId,
    given_at: DateTime<Utc>,
    /// Measures how long the place is held, even if the clock is set meanwhile.
    timer: Instant,
}

impl Lanes {
    /// A place for a message to this webhook.
    ///
    /// # Errors
    /// All places are taken: the time at which the message may ask again. Messages that wait ask one after the other, at
    /// intervals at which places become free, so that a long queue does not ask all the time.
    pub(crate) fn place(
        &self,
        owner: AccountId,
        webhook: WebhookId,
        now: DateTime<Utc>,
    ) -> Result<Place, DateTime<Utc>> {
        let mut all = self.all();
        if all.len() >= MAX_KNOWN {
            all.retain(|_, receiver| receiver.matters(now));
        }
        let taken = |fits: &dyn Fn(&Receiver) -> bool| -> usize {
            all.values().filter(|one| fits(one)).map(|one| one.places.len()).sum()
        };
        let owner_has_room = taken(&|one| one.owner == owner) < MAX_TO_OWNER;
        let slow_have_room = taken(&|one| one.is_slow(now)) < MAX_TO_SLOW
            && taken(&|one| one.is_slow(now) && one.owner == owner) < MAX_TO_SLOW_OF_OWNER;
        let unknown_have_room = taken(&|one| !one.is_known()) < MAX_TO_UNKNOWN;
        let longest_wait = all.values().map(|one| one.waits_for(now)).max().unwrap_or_default();
        let receiver = all.entry(webhook).or_insert_with(|| Receiver::new(owner, now));
        let (most_to_it, others_leave_room) = match receiver.is_known() {
            true => (MAX_TO_ONE, !receiver.is_slow(now) || slow_have_room),
            false => (1, unknown_have_room),
        };
        let has_its_most = receiver.places.len() >= most_to_it;
        if !has_its_most && others_leave_room && owner_has_room {
            receiver.places.push(Taken { since: now, has_ended: false });
            return Ok(Place { lanes: self.clone(), webhook, given_at: now, timer: Instant::now() });
        }
        // A message asks less often while the messages that stand in its way hang: to its own receiver, or to others.
        let hangs_for = if has_its_most { receiver.waits_for(now) } else { longest_wait };
        let place_takes = receiver.took.unwrap_or(FIRST_GUESS).max(receiver.held).max(hangs_for.min(QUICK));
        let has_two_places = has_its_most && receiver.is_known();
        let interval = if has_two_places { place_takes / 2 } else { place_takes };
        let max_wait = if receiver.is_slow(now) { MAX_WAIT_FOR_SLOW } else { MAX_WAIT };
        let next = receiver.last_turn.max(now) + interval;
        receiver.last_turn = next.clamp(now + TimeDelta::milliseconds(5), now + max_wait);
        Err(receiver.last_turn)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<WebhookId, Receiver>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Notes how long the receiver took for the message, until now.
    pub(crate) fn took(&self, time: TimeDelta, now: DateTime<Utc>) {
        self.change(|receiver| {
            let place = receiver.places.iter_mut().find(|place| place.since == self.given_at);
            place.into_iter().for_each(|place| place.has_ended = true);
            receiver.took = Some(time);
            if time > QUICK {
                receiver.slow_at = Some(now);
            }
        });
    }

    /// Notes that the receiver accepted a message at this time.
    pub(crate) fn accepted(&self, at: DateTime<Utc>) {
        self.change(|receiver| receiver.accepted_at = receiver.accepted_at.max(Some(at)));
    }

    /// Whether the receiver is known to have accepted a message since this time.
    pub(crate) fn has_accepted_since(&self, time: DateTime<Utc>) -> bool {
        let all = self.lanes.all();
        all.get(&self.webhook).and_then(|receiver| receiver.accepted_at).is_some_and(|at| at >= time)
    }

    fn change(&self, change: impl FnOnce(&mut Receiver)) {
        if let Some(receiver) = self.lanes.all().get_mut(&self.webhook) {
            change(receiver);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let held = TimeDelta::from_std(self.timer.elapsed()).unwrap_or(TimeDelta::MAX);
        self.change(|receiver| receiver.free(self.given_at, held));
    }
}
