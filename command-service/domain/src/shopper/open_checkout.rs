//! A customer opens a checkout, which replaces the one before. This limits how much a customer can hold without
//! paying (deploy/docs/handbook/limits.md).

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    Cents,
    events::{FormerCheckout, FormerOutcome, ShopperEvent},
    ids::{AccountId, CheckoutId},
};
use uuid::Uuid;

use super::{Shopper, state::MAX_UNPAID_HOLDS};
use crate::{Aggregate, Command, stock::hold_units::HOLD_DURATION};

/// The window in which unpaid holds are counted.
const UNPAID_HOLDS_PERIOD: TimeDelta = TimeDelta::days(1);
/// How long the account waits after the last unpaid hold.
const WAIT_AFTER_UNPAID_HOLDS: TimeDelta = TimeDelta::hours(1);
/// The value of goods that every account may hold: $1,000.
const MIN_GOODS_LIMIT: Cents = Cents(100_000);
/// Further goods may be worth so many times what the customer has paid for, kept and received.
const GOODS_PER_RECEIVED: i64 = 10;

/// The checkout that was open before, in its current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Former {
    pub checkout_id: CheckoutId,
    /// It was paid, or an earlier one with an unknown outcome was.
    pub paid: bool,
    /// True if it held its goods.
    pub held: bool,
    /// When its holds expire.
    pub expires_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug)]
pub struct OpenCheckout {
    /// The customer.
    pub customer_id: AccountId,
    pub checkout_id: CheckoutId,
    /// The checkout that is open now.
    pub former: Option<Former>,
    /// What the customer has paid for, kept and received: at least [`enough_received`] for these goods, or all of it.
    pub received: Cents,
    /// Price of the goods.
    pub goods: Cents,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The open checkout is not the one that was loaded.
    #[error("another checkout was opened meanwhile")]
    Moved,
    /// Too many holds were not paid.
    #[error("{MAX_UNPAID_HOLDS} of your checkouts were not paid in time today. You can start the next one in {}.", minutes(*.retry_in))]
    TooManyUnpaid {
        /// Time until the next checkout is allowed.
        retry_in: TimeDelta,
    },
    /// The goods exceed the account's limit.
    #[error(
        "Your account can hold goods for {most} at most: ten times the orders that were delivered to you and that you kept, or $1,000 if that is more. Please take some out of your cart, and order them when more has been delivered."
    )]
    TooMuchForAccount {
        /// The account's limit.
        most: Cents,
    },
}

/// The value of goods that an account may hold.
fn goods_limit(received: Cents) -> Cents {
    MIN_GOODS_LIMIT.max(Cents(received.0.saturating_mul(GOODS_PER_RECEIVED)))
}

/// What the customer must have received to hold these goods; at least a cent, which shows that an order was delivered.
pub fn enough_received(goods: Cents) -> Cents {
    if goods > MIN_GOODS_LIMIT { Cents(goods.0.div_euclid(GOODS_PER_RECEIVED) + 1) } else { Cents(1) }
}

/// A duration in whole minutes, as text for people.
pub fn minutes(time: TimeDelta) -> String {
    match time.num_seconds().max(1).unsigned_abs().div_ceil(60) {
        1 => "1 minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    }
}

/// When the holds of the next checkout expire. A checkout that replaces a live hold keeps its expiry, so that
/// restarting does not extend a hold.
pub fn holds_until(shopper: &Shopper, former: Option<&Former>, now: DateTime<Utc>) -> DateTime<Utc> {
    let renewed = former.filter(|former| outcome(shopper, former, now) == FormerOutcome::Renewed);
    renewed.map_or(now + HOLD_DURATION, |former| former.expires_at)
}

fn outcome(shopper: &Shopper, former: &Former, now: DateTime<Utc>) -> FormerOutcome {
    // A checkout that failed to hold its goods may have replaced one that held them.
    let held = former.held || shopper.renews;
    match (former.paid, held) {
        (true, _) => FormerOutcome::Paid,
        (false, false) => FormerOutcome::HeldNothing,
        (false, true) if now < former.expires_at => FormerOutcome::Renewed,
        (false, true) => FormerOutcome::Unpaid,
    }
}

impl Command for OpenCheckout {
    type Aggregate = Shopper;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.customer_id.uuid()
    }

    /// Opening the same checkout again changes nothing.
    fn decide(&self, shopper: &Shopper) -> Result<Vec<ShopperEvent>, Refusal> {
        if shopper.open == Some(self.checkout_id) {
            return Ok(vec![]);
        }
        if shopper.open != self.former.map(|former| former.checkout_id) {
            return Err(Refusal::Moved);
        }
        let former = self.former.map(|former| FormerCheckout {
            outcome: outcome(shopper, &former, self.now),
            expires_at: former.expires_at,
        });
        let opened = ShopperEvent::CheckoutOpened { checkout_id: self.checkout_id, former };
        let after = shopper.clone().evolve(&opened);
        if let Some(retry_in) = wait(&after.unpaid, self.now) {
            return Err(Refusal::TooManyUnpaid { retry_in });
        }
        let most = goods_limit(self.received);
        if self.goods > most {
            return Err(Refusal::TooMuchForAccount { most });
        }
        Ok(vec![opened])
    }
}

/// How much longer the account waits. `unpaid`: when its last unpaid holds expired.
fn wait(unpaid: &[DateTime<Utc>], now: DateTime<Utc>) -> Option<TimeDelta> {
    let (first, last) = (unpaid.first()?, unpaid.last()?);
    let until = *last + WAIT_AFTER_UNPAID_HOLDS;
    let too_many = unpaid.len() >= MAX_UNPAID_HOLDS && *last - *first < UNPAID_HOLDS_PERIOD;
    (too_many && now < until).then(|| until - now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::given;

    fn checkout(number: u128) -> CheckoutId {
        CheckoutId::new(Uuid::from_u128(number))
    }

    fn minute(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + minute * 60, 0).unwrap()
    }

    fn opened(number: u128, former: Option<(FormerOutcome, i64)>) -> ShopperEvent {
        let former = former.map(|(outcome, ends)| FormerCheckout { outcome, expires_at: minute(ends) });
        ShopperEvent::CheckoutOpened { checkout_id: checkout(number), former }
    }

    /// Goods worth ten dollars, in a checkout that replaces one with a hold until minute `ends`.
    fn replaces(former: u128, ends: i64, now: i64) -> OpenCheckout {
        let former =
            Former { checkout_id: checkout(former), paid: false, held: true, expires_at: minute(ends) };
        let (checkout_id, goods, now) = (checkout(9), Cents(10_00), minute(now));
        let customer_id = AccountId::new(Uuid::from_u128(0xe0));
        OpenCheckout { customer_id, checkout_id, former: Some(former), received: Cents::ZERO, goods, now }
    }

    fn paid(command: OpenCheckout) -> OpenCheckout {
        OpenCheckout { former: command.former.map(|former| Former { paid: true, ..former }), ..command }
    }

    fn held_nothing(command: OpenCheckout) -> OpenCheckout {
        OpenCheckout { former: command.former.map(|former| Former { held: false, ..former }), ..command }
    }

    fn until(history: &[ShopperEvent], command: &OpenCheckout) -> DateTime<Utc> {
        holds_until(&Shopper::fold(history), command.former.as_ref(), command.now)
    }

    #[test]
    fn the_first_checkout_replaces_none_and_holds_for_fifteen_minutes() {
        let command = OpenCheckout { former: None, ..replaces(1, 15, 0) };
        given::<Shopper>(&[]).when(&command).then(&[opened(9, None)]);
        assert_eq!(command.stream(), command.customer_id.uuid());
        assert_eq!(until(&[], &command), minute(15));
        assert_eq!(Shopper::fold(&[opened(1, None)]).replaced, None);
    }

    #[test]
    fn a_renewed_hold_keeps_its_expiry() {
        let history = [opened(1, None)];
        let command = replaces(1, 15, 14);
        given::<Shopper>(&history).when(&command).then(&[opened(9, Some((FormerOutcome::Renewed, 15)))]);
        assert_eq!(until(&history, &command), minute(15));
        let after = [opened(1, None), opened(9, Some((FormerOutcome::Renewed, 15)))];
        assert_eq!(Shopper::fold(&after).replaced, Some(checkout(1)));
    }

    #[test]
    fn a_failed_checkout_between_two_holds_does_not_extend_them() {
        let history = [opened(1, None), opened(2, Some((FormerOutcome::Renewed, 15)))];
        let command = held_nothing(replaces(2, 15, 14));
        given::<Shopper>(&history).when(&command).then(&[opened(9, Some((FormerOutcome::Renewed, 15)))]);
        assert_eq!(until(&history, &command), minute(15));
        let late = held_nothing(replaces(2, 15, 15));
        given::<Shopper>(&history).when(&late).then(&[opened(9, Some((FormerOutcome::Unpaid, 15)))]);
    }

    #[test]
    fn an_expired_hold_counts_as_unpaid() {
        let history = [opened(1, None)];
        let command = replaces(1, 15, 15);
        given::<Shopper>(&history).when(&command).then(&[opened(9, Some((FormerOutcome::Unpaid, 15)))]);
        assert_eq!(until(&history, &command), minute(30));
    }

    #[test]
    fn a_checkout_that_held_nothing_does_not_count() {
        let history = [opened(1, None)];
        for now in [1, 60] {
            let command = held_nothing(replaces(1, 15, now));
            given::<Shopper>(&history)
                .when(&command)
                .then(&[opened(9, Some((FormerOutcome::HeldNothing, 15)))]);
            assert_eq!(until(&history, &command), minute(now + 15));
        }
    }

    #[test]
    fn three_unpaid_holds_in_a_day_block_the_account_for_an_hour() {
        let unpaid = |ends| Some((FormerOutcome::Unpaid, ends));
        let history = [opened(1, None), opened(2, unpaid(15)), opened(3, unpaid(30))];
        for (now, wait) in [(45, Some(60)), (104, Some(1)), (105, None)] {
            let given = given::<Shopper>(&history).when(&replaces(3, 45, now));
            match wait {
                Some(wait) => {
                    given.then_refused(Refusal::TooManyUnpaid { retry_in: TimeDelta::minutes(wait) });
                }
                None => given.then(&[opened(9, unpaid(45))]),
            }
        }
        let day = 24 * 60;
        given::<Shopper>(&history)
            .when(&replaces(3, day + 15, day + 15))
            .then(&[opened(9, unpaid(day + 15))]);
        given::<Shopper>(&history)
            .when(&replaces(3, day + 14, day + 15))
            .then_refused(Refusal::TooManyUnpaid { retry_in: TimeDelta::minutes(59) });
    }

    #[test]
    fn the_next_unpaid_hold_blocks_the_account_again() {
        let unpaid = |ends| Some((FormerOutcome::Unpaid, ends));
        let history = [opened(1, None), opened(2, unpaid(15)), opened(3, unpaid(30)), opened(4, unpaid(45))];
        given::<Shopper>(&history)
            .when(&replaces(4, 120, 121))
            .then_refused(Refusal::TooManyUnpaid { retry_in: TimeDelta::minutes(59) });
        given::<Shopper>(&history)
            .when(&paid(replaces(4, 120, 121)))
            .then(&[opened(9, Some((FormerOutcome::Paid, 120)))]);
    }

    #[test]
    fn an_account_holds_goods_for_1000_dollars_or_ten_times_what_it_has_received() {
        let worth = |goods, received| OpenCheckout {
            goods: Cents(goods),
            received: Cents(received),
            former: None,
            ..replaces(1, 15, 0)
        };
        for (received, most) in [(0, 100_000), (54, 100_000), (10_000, 100_000), (10_001, 100_010)] {
            given::<Shopper>(&[]).when(&worth(most, received)).then(&[opened(9, None)]);
            given::<Shopper>(&[])
                .when(&worth(most + 1, received))
                .then_refused(Refusal::TooMuchForAccount { most: Cents(most) });
        }
        // A payment alone proves nothing: it may be refunded, or not be delivered yet.
        let second = paid(OpenCheckout { goods: Cents(500_000), ..replaces(1, 15, 5) });
        given::<Shopper>(&[opened(1, None)])
            .when(&second)
            .then_refused(Refusal::TooMuchForAccount { most: Cents(100_000) });
    }

    #[test]
    fn what_is_enough_to_hold_goods_is_enough_and_a_cent_for_small_ones() {
        for goods in [1, 100_000] {
            assert_eq!(enough_received(Cents(goods)), Cents(1));
        }
        for goods in [100_001, 123_450, 99_999_999] {
            assert!(goods_limit(enough_received(Cents(goods))) >= Cents(goods), "{goods}");
        }
    }

    #[test]
    fn the_last_paid_checkouts_are_remembered() {
        let paid = |number| opened(number, Some((FormerOutcome::Paid, 15)));
        let history: Vec<ShopperEvent> =
            std::iter::once(opened(1, None)).chain((2..=109).map(paid)).collect();
        assert_eq!(Shopper::fold(&history).paid, (9..=108).map(checkout).collect::<Vec<_>>());
        let untold = Shopper::fold(&[opened(1, None), opened(2, None), paid(3)]);
        assert_eq!(untold.paid, [checkout(1), checkout(2)]);
    }

    #[test]
    fn a_repetition_changes_nothing() {
        given::<Shopper>(&[opened(1, None), opened(9, Some((FormerOutcome::Renewed, 15)))])
            .when(&replaces(1, 15, 0))
            .then_nothing();
    }

    #[test]
    fn the_loaded_checkout_must_still_be_open() {
        given::<Shopper>(&[opened(1, None), opened(2, None)])
            .when(&replaces(1, 15, 0))
            .then_refused(Refusal::Moved);
    }

    #[test]
    fn checkouts_with_unknown_outcome_are_remembered_until_an_event_reveals_it() {
        let history: Vec<ShopperEvent> = (1..=30).map(|number| opened(number, None)).collect();
        let shopper = Shopper::fold(&history);
        assert_eq!(shopper.untold, (10..30).map(checkout).collect::<Vec<_>>());
        let told = shopper.evolve(&opened(31, Some((FormerOutcome::HeldNothing, 15))));
        assert!(told.untold.is_empty());
    }

    #[test]
    fn the_refusal_says_how_long_to_wait_and_what_to_do() {
        let wait = Refusal::TooManyUnpaid { retry_in: TimeDelta::seconds(61) };
        assert_eq!(
            wait.to_string(),
            "3 of your checkouts were not paid in time today. You can start the next one in 2 minutes."
        );
        assert_eq!(minutes(TimeDelta::seconds(60)), "1 minute");
        assert_eq!(minutes(TimeDelta::zero()), "1 minute");
        let goods = Refusal::TooMuchForAccount { most: Cents(123_450) };
        assert!(goods.to_string().starts_with("Your account can hold goods for $1234.50 at most: "));
    }
}
