//! Use cases of conversations, with merchants and with the shop's support. A conversation's last event holds its whole
//! state, so sending a message costs the same at any length.

use domain::{
    Aggregate,
    account::Account,
    conversation::{
        Conversation, Correspondent,
        ask_support::{self, AskSupport},
        checked_message, checked_subject,
        send_message::{self, SendMessage},
        start_conversation::{self, StartConversation},
    },
    form::{FieldRefusal, first_text},
};
use event_store::Provenance;
use shared_events::{
    Personal, Position,
    events::ConversationEvent,
    ids::{AccountId, ConversationId, MessageId, ProductId},
    shop::SUPPORT_NAME,
};
use uuid::Uuid;

use super::{Failure, Writer, checkout::offers, load};

/// A message that was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// Id of the message, which includes its conversation.
    pub id: MessageId,
    pub sender: Sender,
    /// The text.
    pub content: String,
    /// The product, if the message starts or restarts a conversation about one.
    pub about: Option<About>,
    /// A position in the log: a view that has reached it contains the message.
    pub position: Position,
}

/// The sender of a message.
#[derive(Clone, Debug)]
pub struct Sender {
    /// The account, or the shop's, in whose name an admin answers.
    pub id: AccountId,
    /// The account's name.
    pub name: Option<Personal<String>>,
    /// Merchants only.
    pub business_name: Option<String>,
}

/// The product that a conversation is about.
#[derive(Clone, Debug)]
pub struct About {
    /// The product's name.
    pub name: String,
    /// Price of one unit.
    pub price: shared_events::Cents,
}

/// Write to a merchant about a product.
#[derive(Clone, Debug)]
pub struct Start {
    /// The sender.
    pub by: AccountId,
    pub merchant_id: AccountId,
    pub product_id: ProductId,
    pub subject: String,
    /// The message.
    pub content: String,
}

/// Reasons not to start a conversation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotStarted {
    /// The merchant asks about an own product.
    #[error(transparent)]
    Yourself(#[from] start_conversation::Refusal),
    /// There is no such merchant.
    #[error("Merchant not found")]
    NoSuchMerchant,
    /// The merchant has no such product, or it is not public.
    #[error("Product not found")]
    NoSuchProduct,
    /// The texts break a rule.
    #[error("{}", first_text(.0))]
    Form(Vec<FieldRefusal>),
}

/// Reasons not to ask support.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAsked {
    /// An admin answers for support.
    #[error(transparent)]
    Yourself(#[from] ask_support::Refusal),
    /// The texts break a rule.
    #[error("{}", first_text(.0))]
    Form(Vec<FieldRefusal>),
}

/// Reasons not to send a message in a conversation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    #[error(transparent)]
    Refused(#[from] send_message::Refusal),
    /// The text breaks a rule.
    #[error(transparent)]
    Form(FieldRefusal),
}

/// Starts a conversation with a merchant about a product, or continues the existing one.
pub async fn start(
    writer: &Writer,
    provenance: &Provenance,
    start: &Start,
) -> Result<Sent, Failure<NotStarted>> {
    let texts = checked_texts(&start.subject, &start.content);
    let (subject, content) = texts.map_err(|faults| Failure::Refused(NotStarted::Form(faults)))?;
    let &Start { by, merchant_id, product_id, .. } = start;
    if by == merchant_id {
        return Err(Failure::Refused(start_conversation::Refusal::Yourself.into()));
    }
    let merchant: Account = load::<_, NotStarted>(&writer.log, merchant_id.uuid()).await?.state;
    if merchant.seller().is_none() {
        return Err(Failure::Refused(NotStarted::NoSuchMerchant));
    }
    let offer = offers(writer, [product_id]).await?.remove(&product_id);
    let offer = offer.filter(|offer| offer.seller.merchant_id == merchant_id);
    let offer = offer.ok_or(Failure::Refused(NotStarted::NoSuchProduct))?;
    let command = StartConversation {
        customer_id: by,
        merchant_id,
        product_id,
        product_name: offer.name.clone(),
        product_price: offer.price,
        subject,
        content: content.clone(),
    };
    let sender = sender(writer, by).await?;
    let sent = writer.execute(provenance, &command).await;
    let sent = sent.map_err(|failure| failure.map(NotStarted::from))?;
    let id = last_message(command.conversation_id(), &sent.state);
    let about = Some(About { name: offer.name, price: offer.price });
    Ok(Sent { id, sender, content, about, position: sent.position })
}

/// Subject and first message of a conversation.
///
/// # Errors
/// All faults of both.
fn checked_texts(subject: &str, content: &str) -> Result<(String, String), Vec<FieldRefusal>> {
    match (checked_subject(subject), checked_message("initialMessage", content)) {
        (Ok(subject), Ok(content)) => Ok((subject, content)),
        (subject, content) => Err([subject.err(), content.err()].into_iter().flatten().collect()),
    }
}

/// Starts a person's conversation with the shop's support, or continues the existing one.
pub async fn ask(
    writer: &Writer,
    provenance: &Provenance,
    asker: Correspondent,
    subject: &str,
    content: &str,
) -> Result<Sent, Failure<NotAsked>> {
    let texts = checked_texts(subject, content);
    let (subject, content) = texts.map_err(|faults| Failure::Refused(NotAsked::Form(faults)))?;
    let command = AskSupport { asker, subject, content: content.clone() };
    let sender = sender(writer, asker.account).await?;
    let sent = writer.execute(provenance, &command).await;
    let sent = sent.map_err(|failure| failure.map(NotAsked::from))?;
    let id = last_message(command.conversation_id(), &sent.state);
    Ok(Sent { id, sender, content, about: None, position: sent.position })
}

/// Sends a message in an existing conversation.
pub async fn send(
    writer: &Writer,
    provenance: &Provenance,
    by: Correspondent,
    conversation_id: ConversationId,
    content: &str,
) -> Result<Sent, Failure<NotSent>> {
    let content =
        checked_message("content", content).map_err(|refusal| Failure::Refused(NotSent::Form(refusal)))?;
    let (present, _) = present(writer, conversation_id.uuid()).await?;
    let recipient_has_left = match present.other_than(by) {
        Some(recipient) => load::<Account, NotSent>(&writer.log, recipient.uuid()).await?.state.erased,
        None => false,
    };
    let command = SendMessage { conversation_id, sender: by, content: content.clone(), recipient_has_left };
    let sender = sender(writer, present.participant(by).unwrap_or(by.account)).await?;
    let sent = writer.execute(provenance, &command).await;
    let sent = sent.map_err(|failure| failure.map(NotSent::from))?;
    let id = last_message(conversation_id, &sent.state);
    Ok(Sent { id, sender, content, about: None, position: sent.position })
}

async fn sender<R>(writer: &Writer, id: AccountId) -> Result<Sender, Failure<R>> {
    if id == AccountId::SHOP {
        let name = Some(Personal::new(id.uuid(), SUPPORT_NAME.to_owned()));
        return Ok(Sender { id, name, business_name: None });
    }
    let account: Account = load::<_, R>(&writer.log, id.uuid()).await?.state;
    let profile = account.profile;
    Ok(Sender {
        id,
        business_name: profile
            .as_ref()
            .and_then(|profile| profile.business.as_ref())
            .map(|business| business.business_name.clone()),
        name: profile.map(|profile| profile.name),
    })
}

fn last_message(conversation: ConversationId, state: &Conversation) -> MessageId {
    MessageId { conversation, number: state.standing.map_or(0, |standing| standing.messages) }
}

/// The state of a conversation with its version and position.
async fn present<R>(writer: &Writer, id: Uuid) -> Result<(Conversation, (u64, Position)), Failure<R>> {
    let last = writer.log.last::<ConversationEvent>(id).await?;
    let place = last.as_ref().map_or((0, Position::START), |last| (last.version, last.position));
    Ok((Conversation::fold(last.iter().map(|last| &last.event)), place))
}
