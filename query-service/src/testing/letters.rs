//! Helpers that append conversations and messages to a market's log.

use shared_events::{
    Actor, Cents, Personal,
    events::{AccountEvent, ConversationEvent, CorrespondenceEvent, Standing},
    ids::{ConversationId, MessageId, ProductId},
};

use super::{Market, Person};

impl Market {
    /// A customer asks a merchant about a tomato.
    pub(crate) async fn conversation(&mut self, customer: &Person, merchant: &Person) -> ConversationId {
        let id = ConversationId::new(self.fresh_id());
        let product_id = ProductId::new(self.fresh_id());
        let standing = Standing {
            customer_id: customer.id,
            merchant_id: merchant.id,
            messages: 0,
            read_by_customer: 0,
            read_by_merchant: 0,
        };
        let started = ConversationEvent::ConversationStarted {
            conversation_id: id,
            customer_id: customer.id,
            merchant_id: merchant.id,
            product_id,
            product_name: "Heirloom Tomato".to_owned(),
            product_price: Cents(4_50),
            subject: Personal::new(customer.id.uuid(), "A question".to_owned()),
            standing,
        };
        self.append(id.uuid(), customer.actor(), started).await;
        self.message(id, customer, &format!("{} asks", customer.name)).await;
        id
    }

    async fn standing(&self, id: ConversationId) -> Standing {
        let last = self.log.last::<ConversationEvent>(id.uuid()).await.expect("the log answers");
        *last.expect("the conversation has started").event.standing()
    }

    /// One participant writes to the other.
    pub(crate) async fn message(&mut self, id: ConversationId, sender: &Person, content: &str) {
        let mut standing = self.standing(id).await;
        standing.messages += 1;
        let from_customer = sender.id == standing.customer_id;
        let sent = ConversationEvent::MessageSent {
            conversation_id: id,
            message_id: MessageId { conversation: id, number: standing.messages },
            sender_id: sender.id,
            recipient_id: if from_customer { standing.merchant_id } else { standing.customer_id },
            subject: None,
            content: Personal::new(sender.id.uuid(), content.to_owned()),
            standing,
        };
        self.append(id.uuid(), sender.actor(), sent).await;
    }

    /// One participant has read the whole conversation.
    pub(crate) async fn read_conversation(&mut self, id: ConversationId, reader: &Person) {
        let mut standing = self.standing(id).await;
        let read = if reader.id == standing.customer_id {
            &mut standing.read_by_customer
        } else {
            &mut standing.read_by_merchant
        };
        *read = standing.messages;
        let up_to = standing.messages;
        let read =
            ConversationEvent::MessagesRead { conversation_id: id, reader_id: reader.id, up_to, standing };
        self.append(id.uuid(), reader.actor(), read).await;
    }

    /// The reader has read all messages.
    pub(crate) async fn read_everything(&mut self, reader: &Person) {
        let read = CorrespondenceEvent::AllMessagesRead { account_id: reader.id };
        self.append(reader.id.uuid(), reader.actor(), read).await;
    }

    pub(crate) async fn erase(&mut self, person: &Person) {
        self.log.keyring().erase(person.id.uuid()).await.expect("the key is deleted");
        let erased = AccountEvent::AccountErased { account_id: person.id };
        self.append(person.id.uuid(), Actor::system("test"), erased).await;
    }
}
