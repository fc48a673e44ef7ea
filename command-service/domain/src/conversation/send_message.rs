//! The customer or the merchant sends a message in an existing conversation.

use shared_events::{
    Personal,
    events::{ConversationEvent, Standing},
    ids::{AccountId, ConversationId, MessageId},
};
use uuid::Uuid;

use super::{Conversation, Correspondent, Side};
use crate::Command;

#[derive(Clone, Debug)]
pub struct SendMessage {
    pub conversation_id: ConversationId,
    pub sender: Correspondent,
    /// The text, already checked.
    pub content: String,
    /// The recipient's account is erased.
    pub recipient_has_left: bool,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such conversation, or the sender is not part of it.
    #[error("Conversation not found")]
    NotFound,
    /// The recipient's account no longer exists.
    #[error("This person has left. Nobody would read your message.")]
    RecipientHasLeft,
}

impl Command for SendMessage {
    type Aggregate = Conversation;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.conversation_id.uuid()
    }

    fn decide(&self, conversation: &Conversation) -> Result<Vec<ConversationEvent>, Refusal> {
        let (standing, side) = conversation.seen_by(self.sender).ok_or(Refusal::NotFound)?;
        if self.recipient_has_left {
            return Err(Refusal::RecipientHasLeft);
        }
        Ok(vec![message(self.conversation_id, standing, side, None, self.content.clone())])
    }
}

/// The next message from this side.
pub(super) fn message(
    conversation_id: ConversationId,
    before: Standing,
    side: Side,
    subject: Option<Personal<String>>,
    content: String,
) -> ConversationEvent {
    let standing = side.having_written(before);
    let sender_id = side.own(&standing);
    // An answer of support goes with the person who asked: the shop itself is never erased.
    let owner = if sender_id == AccountId::SHOP { standing.customer_id } else { sender_id };
    ConversationEvent::MessageSent {
        conversation_id,
        message_id: MessageId { conversation: conversation_id, number: standing.messages },
        sender_id,
        recipient_id: side.other(&standing),
        subject,
        content: Personal::new(owner.uuid(), content),
        standing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{conversation::testing::*, testing::given};

    fn send(sender: Correspondent) -> SendMessage {
        SendMessage {
            conversation_id: conversation_id(),
            sender,
            content: "Yes".to_owned(),
            recipient_has_left: false,
        }
    }

    #[test]
    fn messages_of_both_sides_are_numbered() {
        let first = sent(1, Side::Customer, None, "Are they ripe?", (1, 1, 0));
        given::<Conversation>(&[started(), first.clone()]).when(&send(person(merchant_id()))).then(&[sent(
            2,
            Side::Merchant,
            None,
            "Yes",
            (2, 1, 0),
        )]);
        given::<Conversation>(&[started(), first]).when(&send(person(customer_id()))).then(&[sent(
            2,
            Side::Customer,
            None,
            "Yes",
            (2, 2, 0),
        )]);
    }

    #[test]
    fn a_sender_who_has_read_everything_has_read_the_new_message() {
        let history = [
            started(),
            sent(1, Side::Customer, None, "Are they ripe?", (1, 1, 0)),
            read(Side::Merchant, 1, (1, 1, 1)),
        ];
        given::<Conversation>(&history).when(&send(person(merchant_id()))).then(&[sent(
            2,
            Side::Merchant,
            None,
            "Yes",
            (2, 1, 2),
        )]);
    }

    #[test]
    fn strangers_find_nothing() {
        let history = [started(), sent(1, Side::Customer, None, "Are they ripe?", (1, 1, 0))];
        given::<Conversation>(&history).when(&send(person(stranger_id()))).then_refused(Refusal::NotFound);
        given::<Conversation>(&[]).when(&send(person(customer_id()))).then_refused(Refusal::NotFound);
    }

    #[test]
    fn a_recipient_who_has_left_gets_no_message() {
        let send = |sender| SendMessage { recipient_has_left: true, ..send(sender) };
        given::<Conversation>(&[started()])
            .when(&send(person(merchant_id())))
            .then_refused(Refusal::RecipientHasLeft);
        given::<Conversation>(&[started()])
            .when(&send(person(stranger_id())))
            .then_refused(Refusal::NotFound);
    }
}
