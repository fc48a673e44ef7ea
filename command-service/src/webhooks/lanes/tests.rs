//! Tests of the places for messages.

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
fn unknown_webhooks_share_places_and_have_one_each() {
    let lanes = Lanes::default();
    let unknown = all_places(&lanes, 1..50);
    assert_eq!(unknown.len(), MAX_TO_UNKNOWN);
    let webhooks: HashSet<WebhookId> = unknown.iter().map(|one| one.webhook).collect();
    assert_eq!(webhooks.len(), unknown.len());
    const { assert!(MAX_TO_UNKNOWN + MAX_TO_SLOW < MAX_ON_THEIR_WAY, "places are left for quick ones") };
}

#[test]
fn unknown_webhooks_ask_less_often_while_one_of_them_hangs() {
    let lanes = Lanes::default();
    let _hang_for_longer = all_places(&lanes, 1..2);
    let later = now() + TimeDelta::milliseconds(500);
    let _hang: Vec<Place> =
        (2..9).map(|number| lanes.place(owner(number), webhook(number), later).unwrap()).collect();
    for (hung_for, interval) in [(0, 100), (600, 600), (9_000, 1_000)] {
        let at = now() + TimeDelta::milliseconds(hung_for);
        let asks_at = lanes.place(owner(100), webhook(100 + hung_for as u128), at);
        assert_eq!(asks_at.unwrap_err() - at, TimeDelta::milliseconds(interval));
    }
}

#[test]
fn a_long_queue_to_a_receiver_that_is_not_slow_asks_within_ten_seconds() {
    let lanes = Lanes::default();
    answers(&lanes, 100);
    let (_unknown, _of_known) = (all_places(&lanes, 1..50), all_places(&lanes, 100..101));
    for (waiting, hung_for) in [(51, 9_000), (100, 900)] {
        let at = now() + TimeDelta::milliseconds(hung_for);
        for _ in 0..1_000 {
            let asks_at = lanes.place(owner(waiting), webhook(waiting), at).unwrap_err();
            assert!(asks_at <= at + TimeDelta::seconds(10), "{waiting}");
        }
    }
}

#[test]
fn a_receiver_is_slow_as_soon_as_a_message_takes_more_than_a_second() {
    let lanes = Lanes::default();
    answers(&lanes, 1);
    let _hangs = place(&lanes, 1).unwrap();
    let is_slow = |later| lanes.all()[&webhook(1)].is_slow(now() + TimeDelta::milliseconds(later));
    assert!(!is_slow(1_000) && is_slow(1_001));
    // Two others have the places of all slow receivers, so it gets no second one.
    for number in 2..4 {
        place(&lanes, number).unwrap().took(TimeDelta::seconds(10), now());
    }
    let _slow = all_places(&lanes, 2..4);
    assert!(lanes.place(owner(1), webhook(1), now() + TimeDelta::seconds(2)).is_err());
    assert!(lanes.place(owner(1), webhook(1), now() + TimeDelta::seconds(1)).is_ok());
}

#[test]
fn the_end_of_a_message_leaves_the_time_of_the_other_one() {
    for (ends, is_slow) in [(0, false), (1, true)] {
        let lanes = Lanes::default();
        answers(&lanes, 1);
        let at = |millis| now() + TimeDelta::milliseconds(millis);
        let mut places: Vec<Place> =
            [0, 900].map(|millis| lanes.place(owner(1), webhook(1), at(millis)).unwrap()).into();
        drop(places.remove(ends));
        assert_eq!(lanes.all()[&webhook(1)].is_slow(at(1_500)), is_slow);
    }
}

#[test]
fn the_time_in_which_an_outcome_is_recorded_makes_no_receiver_slow() {
    let lanes = Lanes::default();
    let place = place(&lanes, 1).unwrap();
    place.took(TimeDelta::milliseconds(20), now());
    assert!(!lanes.all()[&webhook(1)].is_slow(now() + TimeDelta::seconds(5)));
}

#[test]
fn slow_receivers_together_leave_places_for_quick_ones() {
    let lanes = Lanes::default();
    for number in 1..50 {
        place(&lanes, number).unwrap().took(TimeDelta::seconds(10), now());
    }
    let slow = all_places(&lanes, 1..50);
    assert_eq!(slow.len(), MAX_TO_SLOW);
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
        (1..5).filter_map(|number| lanes.place(owner(number), webhook(number), now() + later).ok()).count()
    };
    let _slow = all_places(&lanes, 1..3);
    assert_eq!(at(TimeDelta::seconds(299)), 0, "two webhooks have the four places of all slow ones");
    assert_eq!(at(TimeDelta::seconds(300)), 2);
}

#[test]
fn a_receiver_that_hangs_stays_slow_until_it_answers_quickly() {
    let lanes = Lanes::default();
    place(&lanes, 1).unwrap().took(TimeDelta::seconds(10), now());
    let is_slow = |at| lanes.all()[&webhook(1)].is_slow(at);
    assert!(is_slow(now() + TimeDelta::days(1)));
    place(&lanes, 1).unwrap().took(TimeDelta::milliseconds(20), now() + TimeDelta::days(1));
    assert!(!is_slow(now() + TimeDelta::days(1)));
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
    let asks: Vec<i64> = (0..200).map(|_| (place(&lanes, 1).unwrap_err() - now()).num_seconds()).collect();
    // The eight that got no place before wait, too.
    assert_eq!((asks[0], asks[1], asks[199]), (45, 50, 900));
}

#[test]
fn messages_that_wait_ask_as_often_as_places_become_free_and_at_least_every_half_second() {
    for (held, interval) in [(400, 200), (10_000, 500)] {
        let lanes = Lanes::default();
        answers(&lanes, 1);
        let mut places = all_places(&lanes, 1..2);
        // Dropping the place would note the time that has really passed.
        std::mem::forget(places.remove(0));
        lanes.all().get_mut(&webhook(1)).unwrap().free(now(), TimeDelta::milliseconds(held));
        places.extend(place(&lanes, 1));
        let asks: Vec<DateTime<Utc>> = (0..3).map(|_| place(&lanes, 1).unwrap_err()).collect();
        assert_eq!(asks[1] - asks[0], TimeDelta::milliseconds(interval), "held for {held} ms");
        assert_eq!(asks[2] - asks[1], TimeDelta::milliseconds(interval));
        // The two messages on their way hang.
        let at = now() + TimeDelta::seconds(100);
        let asks = [(); 2].map(|()| lanes.place(owner(1), webhook(1), at).unwrap_err());
        assert_eq!(asks[1] - asks[0], TimeDelta::milliseconds(500));
    }
}
