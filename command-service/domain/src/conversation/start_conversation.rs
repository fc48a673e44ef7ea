//! A customer writes to a merchant about a product. Customer, merchant and product have one conversation; a
//! second start continues it.

use shared_events::{
    Cents, Personal,
    events::{ConversationEvent, Standing},
    ids::{AccountId, ConversationId, ProductId},
};
use uuid::Uuid;

use super::{Conversation, Side, send_message::message};
use crate::Command;

/// Start or continue the conversation.
#[derive(Clone, Debug)]
pub struct StartConversation {
    /// The sender.
    pub customer_id: AccountId,
    /// The recipient.
    pub merchant_id: AccountId,
    pub product_id: ProductId,
    /// The product's name.
    pub product_name: String,
    /// The price of one unit.
    pub product_price: Cents,
    /// The subject, already checked.
    pub subject: String,
    /// The first message, already checked.
    pub content: String,
}

impl StartConversation {
    /// Id of the conversation between these two about this product.
    pub fn conversation_id(&self) -> ConversationId {
        conversation_of(self.customer_id, self.merchant_id, self.product_id)
    }
}

/// Id of the conversation between these two about this product.
pub(super) fn conversation_of(
    customer_id: AccountId,
    merchant_id: AccountId,
    product_id: ProductId,
) -> ConversationId {
    ConversationId::derived(
        customer_id.uuid(),
        &format!("conversation with {merchant_id} about {product_id}"),
    )
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The merchant asks about an own product.
    #[error("You cannot message yourself")]
    Yourself,
}

impl Command for StartConversation {
    type Aggregate = Conversation;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.conversation_id().uuid()
    }

    fn decide(&self, conversation: &Conversation) -> Result<Vec<ConversationEvent>, Refusal> {
        let &Self { customer_id, merchant_id, product_id, product_price, .. } = self;
        if customer_id == merchant_id {
            return Err(Refusal::Yourself);
        }
        let conversation_id = self.conversation_id();
        let subject = Personal::new(customer_id.uuid(), self.subject.clone());
        let write = |standing, subject| {
            message(conversation_id, standing, Side::Customer, subject, self.content.clone())
        };
        if let Some(standing) = conversation.standing {
            return Ok(vec![write(standing, Some(subject))]);
        }
        let standing =
            Standing { customer_id, merchant_id, messages: 0, read_by_customer: 0, read_by_merchant: 0 };
        let started = ConversationEvent::ConversationStarted {
            conversation_id,
            customer_id,
            merchant_id,
            product_id,
            product_name: self.product_name.clone(),
            product_price,
            subject,
            standing,
        };
        Ok(vec![started, write(standing, None)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aggregate, conversation::testing::*, testing::given};

    #[test]
    fn a_conversation_starts_with_a_subject_and_a_message() {
        given::<Conversation>(&[])
            .when(&start())
            .then(&[started(), sent(1, Side::Customer, None, "Are they ripe?", (1, 1, 0))]);
    }

    #[test]
    fn a_second_start_continues_it_under_a_new_subject() {
        let again = StartConversation {
            subject: "Ten pounds".to_owned(),
            content: "On Friday?".to_owned(),
            ..start()
        };
        given::<Conversation>(&[started(), sent(1, Side::Customer, None, "Are they ripe?", (1, 1, 0))])
            .when(&again)
            .then(&[sent(2, Side::Customer, Some("Ten pounds"), "On Friday?", (2, 2, 0))]);
    }

    #[test]
    fn the_recipient_is_the_other_side() {
        let conversation = Conversation::fold(&[started()]);
        assert_eq!(conversation.other_than(person(customer_id())), Some(merchant_id()));
        assert_eq!(conversation.other_than(person(merchant_id())), Some(customer_id()));
        assert_eq!(conversation.other_than(person(stranger_id())), None);
        assert_eq!(Conversation::default().other_than(person(customer_id())), None);
    }

    #[test]
    fn merchants_cannot_write_to_themselves() {
        let own = StartConversation { customer_id: merchant_id(), ..start() };
        given::<Conversation>(&[]).when(&own).then_refused(Refusal::Yourself);
        assert_eq!(Refusal::Yourself.to_string(), "You cannot message yourself");
    }

    #[test]
    fn a_pair_has_one_conversation_for_each_product() {
        let [a, b] = [customer_id(), merchant_id()];
        let (one, other) = (product_id(), ProductId::new(uuid::Uuid::from_u128(0xb1)));
        assert_eq!(conversation_of(a, b, one), conversation_of(a, b, one));
        assert_ne!(conversation_of(a, b, one), conversation_of(a, b, other));
        assert_ne!(conversation_of(a, b, one), conversation_of(b, a, one));
    }
}
