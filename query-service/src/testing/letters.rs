//! Helpers that append conversations and messages to a market's log.

use histories::{Conversation, Product, product};
use shared_events::{
    Actor, Personal,
    events::{ConversationEvent, Standing},
    ids::{AccountId, ConversationId, ProductId},
};

use super::{Market, Person};

impl Market {
    /// A customer asks a merchant about a tomato.
    pub(crate) async fn conversation(&mut self, customer: &Person, merchant: &Person) -> ConversationId {
        let id = ConversationId::new(self.fresh_id());
        let product_id = ProductId::new(self.fresh_id());
        let tomato = Product { id: product_id, ..product(0).named("Heirloom Tomato").sold_by(merchant) };
        let started =
            Conversation::new(id, customer, tomato).started(customer.personal("A question".to_owned()));
        self.append(id.uuid(), customer.actor(), started).await;
        self.message(id, customer, &format!("{} asks", customer.name)).await;
        id
    }

    /// A person asks the shop's support about an order.
    pub(crate) async fn support_conversation(&mut self, person: &Person) -> ConversationId {
        let id = ConversationId::new(self.fresh_id());
        let standing = Standing {
            customer_id: person.id,
            merchant_id: AccountId::SHOP,
            messages: 0,
            read_by_customer: 0,
            read_by_merchant: 0,
        };
        let started = ConversationEvent::SupportConversationStarted {
            conversation_id: id,
            customer_id: person.id,
            subject: person.personal("Order GS-1".to_owned()),
            standing,
        };
        self.append(id.uuid(), person.actor(), started).await;
        self.message(id, person, &format!("{} asks support", person.name)).await;
        id
    }

    /// An admin reads a conversation with the shop's support, and answers.
    pub(crate) async fn answer_as_support(&mut self, id: ConversationId, admin: &Person, content: &str) {
        let mut conversation = self.conversation_of(id).await;
        let read = conversation.read_by(AccountId::SHOP);
        self.append(id.uuid(), admin.actor(), read).await;
        let content = Personal::new(conversation.standing.customer_id.uuid(), content.to_owned());
        let mut sent = conversation.message(AccountId::SHOP, content);
        if let ConversationEvent::MessageSent { standing, .. } = &mut sent {
            standing.read_by_merchant += 1;
        }
        self.append(id.uuid(), admin.actor(), sent).await;
    }

    /// The conversation in its latest state.
    async fn conversation_of(&self, id: ConversationId) -> Conversation {
        let last = self.log.last::<ConversationEvent>(id.uuid()).await.expect("the log answers");
        let standing: Standing = *last.expect("the conversation has started").event.standing();
        Conversation { id, product: product(0), standing }
    }

    /// One participant writes to the other.
    pub(crate) async fn message(&mut self, id: ConversationId, sender: &Person, content: &str) {
        let mut conversation = self.conversation_of(id).await;
        let sent = conversation.message(sender.id, sender.personal(content.to_owned()));
        self.append(id.uuid(), sender.actor(), sent).await;
    }

    /// One participant has read the whole conversation.
    pub(crate) async fn read_conversation(&mut self, id: ConversationId, reader: &Person) {
        let read = self.conversation_of(id).await.read_by(reader.id);
        self.append(id.uuid(), reader.actor(), read).await;
    }

    /// The reader has read all messages.
    pub(crate) async fn read_everything(&mut self, reader: &Person) {
        self.append(reader.id.uuid(), reader.actor(), reader.all_messages_read()).await;
    }

    pub(crate) async fn erase(&mut self, person: &Person) {
        self.log.keyring().erase(person.id.uuid()).await.expect("the key is deleted");
        self.append(person.id.uuid(), Actor::system("test"), person.erased()).await;
    }
}
