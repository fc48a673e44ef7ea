//! One of the two has read what the other wrote.

use shared_events::{
    events::ConversationEvent,
    ids::{AccountId, ConversationId},
};

use super::Conversation;

/// Say that messages were read.
#[derive(Clone, Copy, Debug)]
pub struct ReadMessages {
    /// In which conversation.
    pub conversation_id: ConversationId,
    /// Who has read.
    pub reader_id: AccountId,
    /// The number of the last message that was read, with those before it; none means all there are.
    pub up_to: Option<u32>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such conversation, or it is other people's.
    #[error("Conversation not found")]
    NotFound,
    /// The conversation has no message with this number.
    #[error("Message not found")]
    NoSuchMessage,
}

/// Decides. What was read before is not read again.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(
    conversation: &Conversation,
    command: &ReadMessages,
) -> Result<Vec<ConversationEvent>, Refusal> {
    let (standing, side) = conversation.seen_by(command.reader_id).ok_or(Refusal::NotFound)?;
    let up_to = command.up_to.unwrap_or(standing.messages);
    if up_to > standing.messages || command.up_to == Some(0) {
        return Err(Refusal::NoSuchMessage);
    }
    if up_to <= side.read(&standing) {
        return Ok(vec![]);
    }
    Ok(vec![ConversationEvent::MessagesRead {
        conversation_id: command.conversation_id,
        reader_id: command.reader_id,
        up_to,
        standing: side.having_read(standing, up_to),
    }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{
        conversation::{Side, testing::*},
        testing::given,
    };

    fn reads(reader_id: AccountId, up_to: Option<u32>) -> ReadMessages {
        ReadMessages { conversation_id: conversation_id(), reader_id, up_to }
    }

    fn two_messages() -> [ConversationEvent; 3] {
        [
            started(),
            sent(1, Side::Customer, None, "Are they ripe?", (1, 1, 0)),
            sent(2, Side::Customer, None, "Hello?", (2, 2, 0)),
        ]
    }

    #[test]
    fn all_there_are_or_up_to_one() {
        given::<Conversation>(&two_messages())
            .when(|conversation| decide(conversation, &reads(merchant_id(), None)))
            .then(&[read(Side::Merchant, 2, (2, 2, 2))]);
        given::<Conversation>(&two_messages())
            .when(|conversation| decide(conversation, &reads(merchant_id(), Some(1))))
            .then(&[read(Side::Merchant, 1, (2, 2, 1))]);
    }

    #[test]
    fn what_was_read_is_not_read_again() {
        let mut history = two_messages().to_vec();
        history.push(read(Side::Merchant, 2, (2, 2, 2)));
        for up_to in [None, Some(1), Some(2)] {
            given::<Conversation>(&history)
                .when(|conversation| decide(conversation, &reads(merchant_id(), up_to)))
                .then_nothing();
        }
        given::<Conversation>(&two_messages())
            .when(|conversation| decide(conversation, &reads(customer_id(), None)))
            .then_nothing();
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for up_to in [0, 3, u32::MAX] {
            given::<Conversation>(&two_messages())
                .when(|conversation| decide(conversation, &reads(merchant_id(), Some(up_to))))
                .then_refused(Refusal::NoSuchMessage);
        }
        given::<Conversation>(&two_messages())
            .when(|conversation| decide(conversation, &reads(stranger_id(), Some(3))))
            .then_refused(Refusal::NotFound);
        given::<Conversation>(&[])
            .when(|conversation| decide(conversation, &reads(customer_id(), None)))
            .then_refused(Refusal::NotFound);
    }
}
