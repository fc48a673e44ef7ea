//! An attempt at a delivery has succeeded or failed. After a failure, the next attempt is made later and later; after
//! eight in about a day and a half the delivery is given up.

use std::convert::Infallible;

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    events::{FailureReason, WebhookDeliveryEvent},
    ids::{DeliveryId, WebhookId},
};
use uuid::Uuid;

use super::Delivery;
use crate::Command;

/// The time between an attempt and the next one, in seconds.
const DELAYS: [i64; 7] = [5, 60, 5 * 60, 30 * 60, 2 * 3600, 8 * 3600, 24 * 3600];

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The receiver accepted the message with this status.
    Accepted(u16),
    /// The receiver refused it with this status.
    Refused(u16),
    /// There was no answer.
    NoAnswer(NoAnswer),
}

/// Why a message has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    Timeout,
    Unreachable,
    ConnectionLost,
}

#[derive(Clone, Debug)]
pub struct RecordAttempt {
    pub delivery_id: DeliveryId,
    pub webhook_id: WebhookId,
    pub outcome: Outcome,
    /// When the attempt ended.
    pub now: DateTime<Utc>,
    /// A random byte, which spreads the next attempts at a receiver that was down.
    pub jitter: u8,
}

impl Delivery {
    /// Whether it is given up if the next attempt fails.
    pub fn has_one_attempt_left(&self) -> bool {
        usize::try_from(self.attempts).is_ok_and(|attempts| attempts >= DELAYS.len())
    }
}

impl RecordAttempt {
    /// The time of the attempt after `attempts` failed ones: up to a fifth later than the delay. `None` after the last.
    fn retry_at(&self, attempts: u32) -> Option<DateTime<Utc>> {
        let delay = *DELAYS.get(usize::try_from(attempts).ok()?.checked_sub(1)?)?;
        Some(self.now + TimeDelta::milliseconds(delay * 1_000 + delay * 200 * i64::from(self.jitter) / 256))
    }
}

impl Command for RecordAttempt {
    type Aggregate = Delivery;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.delivery_id.uuid()
    }

    fn decide(&self, delivery: &Delivery) -> Result<Vec<WebhookDeliveryEvent>, Infallible> {
        if delivery.ended {
            return Ok(Vec::new());
        }
        let Self { delivery_id, webhook_id, .. } = *self;
        let attempt = delivery.attempts + 1;
        let (status, reason) = match self.outcome {
            Outcome::Accepted(status) => {
                return Ok(vec![WebhookDeliveryEvent::WebhookDeliverySucceeded {
                    delivery_id,
                    webhook_id,
                    attempt,
                    status,
                }]);
            }
            Outcome::Refused(status) => (Some(status), FailureReason::Refused),
            Outcome::NoAnswer(NoAnswer::Timeout) => (None, FailureReason::Timeout),
            Outcome::NoAnswer(NoAnswer::Unreachable) => (None, FailureReason::Unreachable),
            Outcome::NoAnswer(NoAnswer::ConnectionLost) => (None, FailureReason::ConnectionLost),
        };
        let retry_at = self.retry_at(attempt);
        Ok(vec![WebhookDeliveryEvent::WebhookDeliveryFailed {
            delivery_id,
            webhook_id,
            attempt,
            status,
            reason,
            retry_at,
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aggregate, delivery::testing::*, testing::given};

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + second, 0).unwrap()
    }

    fn record(outcome: Outcome) -> RecordAttempt {
        RecordAttempt { delivery_id: DELIVERY, webhook_id: WEBHOOK, outcome, now: at(0), jitter: 0 }
    }

    fn refused() -> Outcome {
        Outcome::Refused(500)
    }

    fn failed(attempt: u32, retry_at: Option<DateTime<Utc>>) -> WebhookDeliveryEvent {
        WebhookDeliveryEvent::WebhookDeliveryFailed {
            delivery_id: DELIVERY,
            webhook_id: WEBHOOK,
            attempt,
            status: Some(500),
            reason: FailureReason::Refused,
            retry_at,
        }
    }

    fn succeeded(attempt: u32) -> WebhookDeliveryEvent {
        WebhookDeliveryEvent::WebhookDeliverySucceeded {
            delivery_id: DELIVERY,
            webhook_id: WEBHOOK,
            attempt,
            status: 204,
        }
    }

    #[test]
    fn an_accepted_message_is_delivered() {
        given::<Delivery>(&[requested()]).when(&record(Outcome::Accepted(204))).then(&[succeeded(1)]);
        let history = [requested(), failed(1, Some(at(5)))];
        given::<Delivery>(&history).when(&record(Outcome::Accepted(204))).then(&[succeeded(2)]);
    }

    #[test]
    fn a_failed_attempt_is_repeated_a_little_later_than_its_delay() {
        given::<Delivery>(&[requested()]).when(&record(refused())).then(&[failed(1, Some(at(5)))]);
        let late = RecordAttempt { jitter: 128, ..record(refused()) };
        let half_a_second = TimeDelta::milliseconds(500);
        given::<Delivery>(&[requested()]).when(&late).then(&[failed(1, Some(at(5) + half_a_second))]);
    }

    #[test]
    fn the_eighth_failure_ends_the_delivery_after_a_day_and_a_half() {
        let mut delivery = Delivery::fold(&[requested()]);
        let mut now = at(0);
        for attempt in 1..=8 {
            assert_eq!(delivery.has_one_attempt_left(), attempt == 8);
            let events = RecordAttempt { now, ..record(refused()) }.decide(&delivery).unwrap();
            delivery = events.iter().fold(delivery, Delivery::evolve);
            assert_eq!((delivery.attempts, delivery.ended), (attempt, attempt == 8));
            now = delivery.retry_at.unwrap_or(now);
        }
        assert!(now - at(0) > TimeDelta::hours(34), "{now}");
        assert_eq!(record(refused()).decide(&delivery), Ok(vec![]), "it has ended");
    }

    #[test]
    fn a_failure_without_an_answer_has_no_status() {
        let outcome = Outcome::NoAnswer(NoAnswer::Timeout);
        let events = record(outcome).decide(&Delivery::fold(&[requested()])).unwrap();
        let [WebhookDeliveryEvent::WebhookDeliveryFailed { status: None, reason, .. }] = &events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(*reason, FailureReason::Timeout);
    }
}
