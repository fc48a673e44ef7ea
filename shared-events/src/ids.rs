//! Typed identifiers. An id of one kind cannot be passed where another kind is expected.

use std::{fmt, marker::PhantomData, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// A UUID that identifies one kind of entity. JSON has it as a string with hyphens.
pub struct Id<Kind> {
    uuid: Uuid,
    kind: PhantomData<fn() -> Kind>,
}

/// Marks ids of accounts: customers, merchants and admins alike.
pub enum Account {}
/// Marks ids of products.
pub enum Product {}
/// Marks ids of checkouts: one payment over any number of merchants.
pub enum Checkout {}
/// Marks ids of orders: one merchant's part of a checkout.
pub enum Order {}
/// Marks ids of login sessions.
pub enum Session {}
/// Marks ids of conversations.
pub enum Conversation {}
/// Marks ids of reviews.
pub enum Review {}
/// Marks ids of entries of an address book.
pub enum SavedAddress {}
/// Marks ids of requests for a new password.
pub enum Reset {}
/// Marks ids of requests to verify an e-mail address.
pub enum Verification {}

/// Marks ids of inquiries from the contact form.
pub enum Inquiry {}
/// Marks ids of API keys.
pub enum ApiKey {}
/// Marks ids of webhooks.
pub enum Webhook {}
/// Marks ids of deliveries of messages to webhooks.
pub enum Delivery {}
/// Marks ids of replays of messages to webhooks.
pub enum Replay {}

/// Identifies an account.
pub type AccountId = Id<Account>;
/// Identifies a product and its stock.
pub type ProductId = Id<Product>;
/// Identifies a checkout.
pub type CheckoutId = Id<Checkout>;
/// Identifies one merchant's order.
pub type OrderId = Id<Order>;
/// Identifies a login session.
pub type SessionId = Id<Session>;
/// Identifies a conversation of a customer with a merchant about a product, or of a person with the shop's support.
pub type ConversationId = Id<Conversation>;
/// Identifies a buyer's review of a product.
pub type ReviewId = Id<Review>;
/// Identifies an entry of an address book.
pub type AddressId = Id<SavedAddress>;
/// Identifies a request for a new password.
pub type ResetId = Id<Reset>;
/// Identifies a request to verify an e-mail address.
pub type VerificationId = Id<Verification>;
/// Identifies an inquiry from the contact form.
pub type InquiryId = Id<Inquiry>;
/// Identifies an API key.
pub type ApiKeyId = Id<ApiKey>;
/// Identifies a webhook.
pub type WebhookId = Id<Webhook>;
/// Identifies the delivery of a message to a webhook.
pub type DeliveryId = Id<Delivery>;
/// Identifies a replay of messages to a webhook.
pub type ReplayId = Id<Replay>;

/// Identifies a message by its conversation and its number in the conversation, counted from 1. It is written
/// `<conversation id>-<number>`, so that it differs from a conversation's id and names the message's stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId {
    /// The conversation.
    pub conversation: ConversationId,
    /// The number of the message in the conversation.
    pub number: u32,
}

/// A text is not `<conversation id>-<number>`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message's id is a conversation's id, a hyphen and a number; got {0:?}")]
pub struct InvalidMessageId(String);

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.conversation, self.number)
    }
}
impl FromStr for MessageId {
    type Err = InvalidMessageId;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text
            .rsplit_once('-')
            .and_then(|(conversation, number)| Some((conversation.parse().ok()?, number.parse().ok()?)))
            .map(|(conversation, number)| Self { conversation, number });
        // Each id has exactly one spelling, so `…-+7` and `…-07` are refused.
        parsed.filter(|id| id.to_string() == text).ok_or_else(|| InvalidMessageId(text.to_owned()))
    }
}
impl Serialize for MessageId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for MessageId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl AddressId {
    /// The id of the address book entry with the address that the account gave at sign-up, or later in its profile.
    pub fn first_of(account: AccountId) -> Self {
        Self::derived(account.uuid(), "home address")
    }
}

impl AccountId {
    /// Stands for the shop itself, which owns the webhooks about all merchants and answers people who ask its support. It
    /// is nobody's account.
    pub const SHOP: Self = Self::new(Uuid::from_u128(0x6772_6565_6e73_4741_8c6c_0000_0000_0003));
}

impl<Kind> Id<Kind> {
    /// Wraps a UUID.
    pub const fn new(uuid: Uuid) -> Self {
        Self { uuid, kind: PhantomData }
    }

    /// The id that is derived from `name` and `parent`. The same inputs give the same id, so a step that is repeated
    /// after a crash writes to the same streams (UUID v5, RFC 9562 §5.5).
    pub fn derived(parent: Uuid, name: &str) -> Self {
        Self::new(Uuid::new_v5(&parent, name.as_bytes()))
    }

    /// The bare UUID.
    pub const fn uuid(self) -> Uuid {
        self.uuid
    }
}

impl<Kind> Clone for Id<Kind> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Kind> Copy for Id<Kind> {}
impl<Kind> PartialEq for Id<Kind> {
    fn eq(&self, other: &Self) -> bool {
        self.uuid == other.uuid
    }
}
impl<Kind> Eq for Id<Kind> {}
impl<Kind> PartialOrd for Id<Kind> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<Kind> Ord for Id<Kind> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.uuid.cmp(&other.uuid)
    }
}
impl<Kind> std::hash::Hash for Id<Kind> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.uuid.hash(state);
    }
}
impl<Kind> fmt::Debug for Id<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uuid.fmt(f)
    }
}
impl<Kind> fmt::Display for Id<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uuid.fmt(f)
    }
}
impl<Kind> FromStr for Id<Kind> {
    type Err = uuid::Error;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::new)
    }
}
impl<Kind> Serialize for Id<Kind> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.uuid.serialize(serializer)
    }
}
impl<'de, Kind> Deserialize<'de> for Id<Kind> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Uuid::deserialize(deserializer).map(Self::new)
    }
}
