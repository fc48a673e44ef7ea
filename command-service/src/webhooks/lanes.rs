//! Decides which messages are sent now, so that a slow receiver does not hold up the others. A webhook has two messages
//! on their way at a time, the webhooks of an owner four. All webhooks that were slow lately share a few places, and so do
//! those that have not answered yet.

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
/// The most to all webhooks that have not answered since the process started, one to each: a new one may hang.
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
/// The time that a receiver is taken to need before it has answered.
const FIRST_GUESS: TimeDelta = TimeDelta::milliseconds(200);
/// The longest that a message waits before it asks again for a place.
const MAX_WAIT: TimeDelta = TimeDelta::minutes(15);
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
    on_their_way: usize,
    /// How long the last message took.
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

impl Receiver {
    /// A receiver that has not answered yet does not wait for those that hang.
    fn is_quick(&self, now: DateTime<Utc>) -> bool {
        self.took.is_none_or(|took| took <= QUICK)
            && self.slow_at.is_none_or(|slow_at| now - slow_at >= SLOW_FOR)
    }

    /// A place was held for this time.
    fn ended(&mut self, held: TimeDelta) {
        self.on_their_way -= 1;
        self.held = held.min(QUICK);
    }

    /// Whether it is worth keeping: while a message is on its way or waits for a turn, and while it is slow and was so
    /// within the last day. The time at which it last accepted a message can be found in the log.
    fn matters(&self, now: DateTime<Utc>) -> bool {
        let was_slow_lately = self.slow_at.is_some_and(|slow_at| now - slow_at < SLOW_MATTERS_FOR);
        self.on_their_way > 0 || self.last_turn >= now || (was_slow_lately && !self.is_quick(now))
    }
}

/// The right to send a message. It ends on drop.
#[derive(Debug)]
pub(crate) struct Place {
    lanes: Lanes,
    webhook: WebhookId,
    given_at: Instant,
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
        let to = |fits: &dyn Fn(&Receiver) -> bool| -> usize {
            all.values().filter(|one| fits(one)).map(|one| one.on_their_way).sum()
        };
        let to_owner = to(&|one| one.owner == owner);
        let to_slow = to(&|one| !one.is_quick(now));
        let to_slow_of_owner = to(&|one| !one.is_quick(now) && one.owner == owner);
        let unknown_have_room = to(&|one| one.took.is_none()) < MAX_TO_UNKNOWN;
        let slow_have_room = to_slow < MAX_TO_SLOW && to_slow_of_owner < MAX_TO_SLOW_OF_OWNER;
        let unknown = Receiver {
            owner,
            on_their_way: 0,
            took: None,
            held: TimeDelta::zero(),
            slow_at: None,
            accepted_at: None,
            last_turn: now,
        };
        let receiver = all.entry(webhook).or_insert(unknown);
        let has_room = if receiver.took.is_none() {
            receiver.on_their_way == 0 && unknown_have_room
        } else {
            receiver.on_their_way < MAX_TO_ONE && (receiver.is_quick(now) || slow_have_room)
        };
        if has_room && to_owner < MAX_TO_OWNER {
            receiver.on_their_way += 1;
            return Ok(Place { lanes: self.clone(), webhook, given_at: Instant::now() });
        }
        let next = receiver.last_turn.max(now) + receiver.took.unwrap_or(FIRST_GUESS).max(receiver.held) / 2;
        receiver.last_turn = next.clamp(now + TimeDelta::milliseconds(5), now + MAX_WAIT);
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
        let held = TimeDelta::from_std(self.given_at.elapsed()).unwrap_or(TimeDelta::MAX);
        self.change(|receiver| receiver.ended(held));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use uuid::Uuid;

    use super::*;

    fn webhook(number: u128) -> WebhookId {
        WebhookId::new(Uuid::from_u128(number))
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000, 0).unwrap()
    }

    fn owner(number: u128) -> AccountId {
        AccountId::new(Uuid::from_u128(number))
    }

    /// A place for a message to the webhook with this number, which has an owner of its own.
    fn place(lanes: &Lanes, number: u128) -> Result<Place, DateTime<Utc>> {
        lanes.place(owner(number), webhook(number), now())
    }

    /// A webhook has accepted a message quickly.
    fn answers(lanes: &Lanes, number: u128) {
        place(lanes, number).unwrap().took(TimeDelta::milliseconds(20), now());
    }

    /// All places that webhooks with these numbers get.
    fn all_places(lanes: &Lanes, numbers: std::ops::Range<u128>) -> Vec<Place> {
        numbers.flat_map(|number| [number; 10]).filter_map(|number| place(lanes, number).ok()).collect()
    }

    #[test]
    fn a_webhook_has_two_places_and_takes_none_of_another() {
        let lanes = Lanes::default();
        answers(&lanes, 1);
        let places = all_places(&lanes, 1..2);
        assert_eq!(places.len(), MAX_TO_ONE);
        assert!(place(&lanes, 2).is_ok());
        drop(places);
        assert!(place(&lanes, 1).is_ok());
    }

    #[test]
    fn webhooks_that_have_not_answered_yet_have_one_place_each_and_leave_places_for_others() {
        let lanes = Lanes::default();
        answers(&lanes, 100);
        let unknown = all_places(&lanes, 1..50);
        assert_eq!(unknown.len(), MAX_TO_UNKNOWN);
        const { assert!(MAX_TO_UNKNOWN + MAX_TO_SLOW < MAX_ON_THEIR_WAY) };
        let webhooks: HashSet<WebhookId> = unknown.iter().map(|one| one.webhook).collect();
        assert_eq!(webhooks.len(), unknown.len());
        assert_eq!(all_places(&lanes, 100..101).len(), MAX_TO_ONE);
    }

    #[test]
    fn slow_receivers_together_leave_places_for_quick_ones() {
        let lanes = Lanes::default();
        for number in 1..50 {
            place(&lanes, number).unwrap().took(TimeDelta::seconds(10), now());
        }
        let slow = all_places(&lanes, 1..50);
        assert_eq!(slow.len(), MAX_TO_SLOW);
        assert!(slow.len() < MAX_ON_THEIR_WAY);
        let quick = place(&lanes, 0).unwrap();
        // It is slow now, and waits with the others.
        quick.took(TimeDelta::seconds(10), now());
        drop(quick);
        assert!(place(&lanes, 0).is_err());
        drop(slow);
        assert!(place(&lanes, 0).is_ok());
    }

    #[test]
    fn the_webhooks_of_an_owner_leave_places_for_those_of_others() {
        let lanes = Lanes::default();
        let of_one = |number| lanes.place(owner(1), webhook(number), now());
        for number in 1..9 {
            of_one(number).unwrap().took(TimeDelta::milliseconds(20), now());
        }
        let quick: Vec<Place> = (1..9).filter_map(|number| of_one(number).ok()).collect();
        assert_eq!(quick.len(), MAX_TO_OWNER);
        for one in quick {
            one.took(TimeDelta::seconds(10), now());
        }
        // These four webhooks are slow now.
        let slow: Vec<Place> = (1..5).filter_map(|number| of_one(number).ok()).collect();
        assert_eq!(slow.len(), MAX_TO_SLOW_OF_OWNER);
        assert!(lanes.place(owner(2), webhook(20), now()).is_ok());
    }

    #[test]
    fn a_receiver_stays_slow_for_five_minutes_after_a_slow_answer() {
        let lanes = Lanes::default();
        for number in 1..5 {
            let place = place(&lanes, number).unwrap();
            place.took(TimeDelta::seconds(10), now());
            place.took(TimeDelta::milliseconds(20), now());
        }
        let at = |later| {
            (1..5)
                .filter_map(|number| lanes.place(owner(number), webhook(number), now() + later).ok())
                .count()
        };
        let _slow = all_places(&lanes, 1..3);
        assert_eq!(at(TimeDelta::seconds(299)), 0, "two webhooks have the four places of all slow ones");
        assert_eq!(at(TimeDelta::seconds(300)), 2);
    }

    #[test]
    fn a_receiver_that_hangs_stays_slow_until_it_answers_quickly() {
        let lanes = Lanes::default();
        place(&lanes, 1).unwrap().took(TimeDelta::seconds(10), now());
        let is_quick = |at| lanes.all()[&webhook(1)].is_quick(at);
        assert!(!is_quick(now() + TimeDelta::days(1)));
        place(&lanes, 1).unwrap().took(TimeDelta::milliseconds(20), now() + TimeDelta::days(1));
        assert!(is_quick(now() + TimeDelta::days(1)));
    }

    #[test]
    fn receivers_that_do_not_matter_any_more_are_forgotten() {
        let lanes = Lanes::default();
        let on_its_way = place(&lanes, 0).unwrap();
        place(&lanes, 1).unwrap().took(TimeDelta::seconds(10), now());
        for number in 2..=MAX_KNOWN as u128 {
            place(&lanes, number).unwrap().took(TimeDelta::milliseconds(20), now());
        }
        drop(lanes.place(owner(5_000), webhook(5_000), now() + TimeDelta::seconds(1)));
        let mut known: Vec<WebhookId> = lanes.all().keys().copied().collect();
        known.sort_unstable();
        assert_eq!(known, [0, 1, 5_000].map(webhook));
        drop(on_its_way);
    }

    #[test]
    fn receivers_that_hang_are_forgotten_a_day_after_their_last_message() {
        let lanes = Lanes::default();
        for number in 0..MAX_KNOWN as u128 {
            place(&lanes, number).unwrap().took(TimeDelta::seconds(10), now());
        }
        let known_after = |time| {
            drop(lanes.place(owner(5_000), webhook(5_000), now() + time));
            lanes.all().len()
        };
        assert_eq!(known_after(SLOW_MATTERS_FOR - TimeDelta::seconds(1)), MAX_KNOWN + 1);
        assert_eq!(known_after(SLOW_MATTERS_FOR), 1);
    }

    #[test]
    fn a_receiver_that_accepts_is_remembered() {
        let lanes = Lanes::default();
        let place = place(&lanes, 1).unwrap();
        assert!(!place.has_accepted_since(now()));
        place.accepted(now());
        place.accepted(now() - TimeDelta::hours(1));
        assert!(place.has_accepted_since(now()) && !place.has_accepted_since(now() + TimeDelta::seconds(1)));
    }

    #[test]
    fn messages_that_wait_ask_one_after_the_other_and_within_a_quarter_of_an_hour() {
        let lanes = Lanes::default();
        place(&lanes, 1).unwrap().took(TimeDelta::seconds(10), now());
        let _places = all_places(&lanes, 1..2);
        let asks: Vec<i64> =
            (0..200).map(|_| (place(&lanes, 1).unwrap_err() - now()).num_seconds()).collect();
        // The eight that got no place before wait, too.
        assert_eq!((asks[0], asks[1], asks[199]), (45, 50, 900));
    }

    #[test]
    fn messages_that_wait_ask_when_places_become_free_though_the_receiver_is_quicker() {
        for (held, interval) in [(400, 200), (10_000, 500)] {
            let lanes = Lanes::default();
            answers(&lanes, 1);
            let mut places = all_places(&lanes, 1..2);
            std::mem::forget(places.remove(0));
            lanes.all().get_mut(&webhook(1)).unwrap().ended(TimeDelta::milliseconds(held));
            places.extend(place(&lanes, 1));
            let asks: Vec<DateTime<Utc>> = (0..3).map(|_| place(&lanes, 1).unwrap_err()).collect();
            assert_eq!(asks[1] - asks[0], TimeDelta::milliseconds(interval), "held for {held} ms");
            assert_eq!(asks[2] - asks[1], TimeDelta::milliseconds(interval));
        }
    }
}
