//! A person's conversations as a whole: "mark all as read", and the letters about unread messages.

use std::convert::Infallible;

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    events::CorrespondenceEvent,
    ids::{AccountId, MessageId},
};
use uuid::Uuid;

use super::{Aggregate, Command};

/// The time between two letters about messages to one person, however many strangers write.
pub const BETWEEN_LETTERS: TimeDelta = TimeDelta::hours(1);
/// A letter that is due sooner than this may be on its way: a further message waits for the one after it.
const ON_ITS_WAY: TimeDelta = TimeDelta::minutes(2);

/// A person's conversations as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Correspondence {
    /// When the last planned letter is or was due.
    last_letter: Option<DateTime<Utc>>,
}

impl Aggregate for Correspondence {
    type Event = CorrespondenceEvent;

    fn evolve(self, event: &CorrespondenceEvent) -> Self {
        match event {
            CorrespondenceEvent::AllMessagesRead { .. } => self,
            CorrespondenceEvent::MessageLetterPlanned { due_at, .. } => Self { last_letter: Some(*due_at) },
        }
    }
}

/// Mark all messages so far as read. There is nothing to decide; each request is recorded.
#[derive(Clone, Copy, Debug)]
pub struct ReadAllMessages {
    /// The reader.
    pub account_id: AccountId,
}

impl Command for ReadAllMessages {
    type Aggregate = Correspondence;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, _: &Correspondence) -> Result<Vec<CorrespondenceEvent>, Infallible> {
        Ok(vec![CorrespondenceEvent::AllMessagesRead { account_id: self.account_id }])
    }
}

/// Tell a person by mail of a message: at once, or together with others an hour after the last letter.
#[derive(Clone, Copy, Debug)]
pub struct PlanMessageLetter {
    /// The recipient.
    pub account_id: AccountId,
    /// The message, the first unread one of its conversation.
    pub message_id: MessageId,
    pub sender_id: AccountId,
    pub now: DateTime<Utc>,
}

impl Command for PlanMessageLetter {
    type Aggregate = Correspondence;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, correspondence: &Correspondence) -> Result<Vec<CorrespondenceEvent>, Infallible> {
        let Self { account_id, message_id, sender_id, now } = *self;
        let due_at = match correspondence.last_letter {
            Some(last) if last > now + ON_ITS_WAY => last,
            Some(last) => now.max(last + BETWEEN_LETTERS),
            None => now,
        };
        Ok(vec![CorrespondenceEvent::MessageLetterPlanned { account_id, message_id, sender_id, due_at }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::ids::ConversationId;

    use super::*;
    use crate::testing::given;

    const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));

    #[test]
    fn every_request_to_read_everything_is_recorded() {
        let all = CorrespondenceEvent::AllMessagesRead { account_id: ANNA };
        for history in [vec![], vec![all.clone()]] {
            given::<Correspondence>(&history)
                .when(&ReadAllMessages { account_id: ANNA })
                .then(std::slice::from_ref(&all));
        }
    }

    fn minute(minute: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minute)
    }

    fn planned(due: i64) -> CorrespondenceEvent {
        let conversation = ConversationId::new(Uuid::from_u128(2));
        CorrespondenceEvent::MessageLetterPlanned {
            account_id: ANNA,
            message_id: MessageId { conversation, number: 1 },
            sender_id: AccountId::new(Uuid::from_u128(3)),
            due_at: minute(due),
        }
    }

    /// When the letter about a message at this minute is due, after a letter that is due at `last`.
    fn due(last: Option<i64>, now: i64) -> CorrespondenceEvent {
        let history: Vec<_> = last.map(planned).into_iter().collect();
        let CorrespondenceEvent::MessageLetterPlanned { account_id, message_id, sender_id, .. } = planned(0)
        else {
            unreachable!("it is planned")
        };
        let command = PlanMessageLetter { account_id, message_id, sender_id, now: minute(now) };
        let state = Correspondence::fold(&history);
        command.decide(&state).expect("it is never refused").remove(0)
    }

    #[test]
    fn the_first_letter_goes_at_once_and_the_next_an_hour_later() {
        assert_eq!(due(None, 5), planned(5));
        assert_eq!(due(Some(5), 5), planned(65), "the first is on its way");
        assert_eq!(due(Some(5), 30), planned(65));
        assert_eq!(due(Some(65), 31), planned(65), "in the same letter");
        assert_eq!(due(Some(65), 64), planned(125), "that one is on its way");
        assert_eq!(due(Some(5), 65), planned(65), "an hour has passed");
        assert_eq!(due(Some(5), 500), planned(500));
    }
}
