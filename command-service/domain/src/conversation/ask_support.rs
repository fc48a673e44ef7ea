//! A person writes to the shop's support. Each person has one conversation with it; asking again continues it under the
//! new subject. Any admin answers.

use shared_events::{
    Personal,
    events::{ConversationEvent, Standing},
    ids::{AccountId, ConversationId},
};
use uuid::Uuid;

use super::{Conversation, Correspondent, Side, send_message::message};
use crate::Command;

/// Asks the shop's support: starts the person's conversation with it, or continues it.
#[derive(Clone, Debug)]
pub struct AskSupport {
    pub asker: Correspondent,
    /// The subject, already checked.
    pub subject: String,
    /// The message, already checked.
    pub content: String,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Admins answer for support.
    #[error("You cannot message yourself")]
    Yourself,
}

impl AskSupport {
    /// Id of the person's conversation with support.
    pub fn conversation_id(&self) -> ConversationId {
        ConversationId::derived(self.asker.account.uuid(), "conversation with support")
    }
}

impl Command for AskSupport {
    type Aggregate = Conversation;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.conversation_id().uuid()
    }

    fn decide(&self, conversation: &Conversation) -> Result<Vec<ConversationEvent>, Refusal> {
        if self.asker.is_admin {
            return Err(Refusal::Yourself);
        }
        let (conversation_id, customer_id) = (self.conversation_id(), self.asker.account);
        let subject = Personal::new(customer_id.uuid(), self.subject.clone());
        let write = |standing, subject| {
            message(conversation_id, standing, Side::Customer, subject, self.content.clone())
        };
        if let Some(standing) = conversation.standing {
            return Ok(vec![write(standing, Some(subject))]);
        }
        let standing = Standing {
            customer_id,
            merchant_id: AccountId::SHOP,
            messages: 0,
            read_by_customer: 0,
            read_by_merchant: 0,
        };
        let started =
            ConversationEvent::SupportConversationStarted { conversation_id, customer_id, subject, standing };
        Ok(vec![started, write(standing, None)])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::ids::MessageId;

    use super::*;
    use crate::{
        conversation::{read_messages::ReadMessages, send_message, send_message::SendMessage, testing::*},
        testing::given,
    };

    fn ask(subject: &str, content: &str) -> AskSupport {
        AskSupport { asker: person(customer_id()), subject: subject.to_owned(), content: content.to_owned() }
    }

    fn id() -> ConversationId {
        ask("", "").conversation_id()
    }

    fn admin() -> Correspondent {
        Correspondent { account: stranger_id(), is_admin: true }
    }

    fn standing((messages, read_by_customer, read_by_merchant): (u32, u32, u32)) -> Standing {
        let customer_id = customer_id();
        Standing { customer_id, merchant_id: AccountId::SHOP, messages, read_by_customer, read_by_merchant }
    }

    fn started() -> ConversationEvent {
        ConversationEvent::SupportConversationStarted {
            conversation_id: id(),
            customer_id: customer_id(),
            subject: Personal::new(customer_id().uuid(), "Order GS-1".to_owned()),
            standing: standing((0, 0, 0)),
        }
    }

    fn sent(
        sender: AccountId,
        subject: Option<&str>,
        content: &str,
        after: (u32, u32, u32),
    ) -> ConversationEvent {
        let personal = |text: &str| Personal::new(customer_id().uuid(), text.to_owned());
        ConversationEvent::MessageSent {
            conversation_id: id(),
            message_id: MessageId { conversation: id(), number: after.0 },
            sender_id: sender,
            recipient_id: if sender == AccountId::SHOP { customer_id() } else { AccountId::SHOP },
            subject: subject.map(personal),
            content: personal(content),
            standing: standing(after),
        }
    }

    fn asked() -> [ConversationEvent; 2] {
        [started(), sent(customer_id(), None, "Where is it?", (1, 1, 0))]
    }

    #[test]
    fn a_conversation_with_support_starts_with_a_subject_and_a_message() {
        given::<Conversation>(&[]).when(&ask("Order GS-1", "Where is it?")).then(&asked());
    }

    #[test]
    fn a_second_question_continues_it_under_a_new_subject() {
        given::<Conversation>(&asked()).when(&ask("Order GS-2", "And this?")).then(&[sent(
            customer_id(),
            Some("Order GS-2"),
            "And this?",
            (2, 2, 0),
        )]);
    }

    #[test]
    fn any_admin_reads_and_answers_as_the_shop() {
        let answer = SendMessage {
            conversation_id: id(),
            sender: admin(),
            content: "On its way".to_owned(),
            recipient_has_left: false,
        };
        given::<Conversation>(&asked()).when(&answer).then(&[sent(
            AccountId::SHOP,
            None,
            "On its way",
            (2, 1, 0),
        )]);
        given::<Conversation>(&asked())
            .when(&ReadMessages { conversation_id: id(), reader: admin(), up_to: None })
            .then(&[ConversationEvent::MessagesRead {
                conversation_id: id(),
                reader_id: AccountId::SHOP,
                up_to: 1,
                standing: standing((1, 1, 1)),
            }]);
        for stranger in [stranger_id(), merchant_id()] {
            given::<Conversation>(&asked())
                .when(&SendMessage { sender: person(stranger), ..answer.clone() })
                .then_refused(send_message::Refusal::NotFound);
        }
    }

    #[test]
    fn admins_do_not_ask_themselves() {
        let own = AskSupport { asker: admin(), ..ask("Order GS-1", "Where is it?") };
        given::<Conversation>(&[]).when(&own).then_refused(Refusal::Yourself);
        assert_eq!(Refusal::Yourself.to_string(), "You cannot message yourself");
    }
}
