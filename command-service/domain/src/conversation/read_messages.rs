//! One side reads the other's messages: the customer, or the merchant or the shop's support.

use shared_events::{events::ConversationEvent, ids::ConversationId};
use uuid::Uuid;

use super::{Conversation, Correspondent};
use crate::Command;

/// Mark messages as read.
#[derive(Clone, Copy, Debug)]
pub struct ReadMessages {
    pub conversation_id: ConversationId,
    pub reader: Correspondent,
    /// Number of the last message that was read; it includes all earlier ones. `None` means all.
    pub up_to: Option<u32>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such conversation, or the reader is not part of it.
    #[error("Conversation not found")]
    NotFound,
    /// The conversation has no message with this number.
    #[error("Message not found")]
    NoSuchMessage,
}

impl Command for ReadMessages {
    type Aggregate = Conversation;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.conversation_id.uuid()
    }

    /// Messages that are already read cause no event.
    fn decide(&self, conversation: &Conversation) -> Result<Vec<ConversationEvent>, Refusal> {
        let (standing, side) = conversation.seen_by(self.reader).ok_or(Refusal::NotFound)?;
        let up_to = self.up_to.unwrap_or(standing.messages);
        if up_to > standing.messages || self.up_to == Some(0) {
            return Err(Refusal::NoSuchMessage);
        }
        if up_to <= side.read(&standing) {
            return Ok(vec![]);
        }
        Ok(vec![ConversationEvent::MessagesRead {
            conversation_id: self.conversation_id,
            reader_id: side.own(&standing),
            up_to,
            standing: side.having_read(standing, up_to),
        }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::ids::AccountId;

    use super::*;
    use crate::{
        conversation::{Side, testing::*},
        testing::given,
    };

    fn reads(reader_id: AccountId, up_to: Option<u32>) -> ReadMessages {
        ReadMessages { conversation_id: conversation_id(), reader: person(reader_id), up_to }
    }

    fn two_messages() -> [ConversationEvent; 3] {
        [
            started(),
            sent(1, Side::Customer, None, "Are they ripe?", (1, 1, 0)),
            sent(2, Side::Customer, None, "Hello?", (2, 2, 0)),
        ]
    }

    #[test]
    fn all_messages_or_those_up_to_a_number_are_read() {
        given::<Conversation>(&two_messages()).when(&reads(merchant_id(), None)).then(&[read(
            Side::Merchant,
            2,
            (2, 2, 2),
        )]);
        given::<Conversation>(&two_messages()).when(&reads(merchant_id(), Some(1))).then(&[read(
            Side::Merchant,
            1,
            (2, 2, 1),
        )]);
    }

    #[test]
    fn read_messages_are_not_read_again() {
        let mut history = two_messages().to_vec();
        history.push(read(Side::Merchant, 2, (2, 2, 2)));
        for up_to in [None, Some(1), Some(2)] {
            given::<Conversation>(&history).when(&reads(merchant_id(), up_to)).then_nothing();
        }
        given::<Conversation>(&two_messages()).when(&reads(customer_id(), None)).then_nothing();
    }

    #[test]
    fn missing_messages_and_conversations_are_not_found() {
        for up_to in [0, 3, u32::MAX] {
            given::<Conversation>(&two_messages())
                .when(&reads(merchant_id(), Some(up_to)))
                .then_refused(Refusal::NoSuchMessage);
        }
        given::<Conversation>(&two_messages())
            .when(&reads(stranger_id(), Some(3)))
            .then_refused(Refusal::NotFound);
        given::<Conversation>(&[]).when(&reads(customer_id(), None)).then_refused(Refusal::NotFound);
    }
}
