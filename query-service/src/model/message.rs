//! Conversations and messages.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared_events::{Role, money::Dollars};
use utoipa::ToSchema;
use uuid::Uuid;

use super::RoleName;

/// A conversation between a customer and a merchant about a product, or between a person and the shop's support.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// The conversation's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The two participants: first the one who started the conversation, then the merchant of the product, or the
    /// shop, whose role is `admin`.
    pub participants: Vec<Correspondent>,
    /// The participant for whom the caller reads and writes: the caller, or the shop when an admin answers for its support.
    pub current_user_id: Uuid,
    /// The product, as it was when the conversation started; null in a conversation with the shop's support.
    #[schema(required)]
    pub product: Option<ConversationProduct>,
    /// The subject; null after the erasure of the customer.
    #[schema(required)]
    pub subject: Option<String>,
    /// The newest message.
    #[schema(required)]
    pub last_message: Option<LastMessage>,
    /// When the newest message was written.
    pub last_activity: DateTime<Utc>,
    /// The number of messages that the caller has not read.
    pub unread_count: i64,
}

/// A participant of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correspondent {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The person's name; `Deleted user` after the erasure.
    pub name: String,
    /// The account's role.
    #[schema(value_type = RoleName)]
    pub role: Role,
    /// The business; merchants only.
    #[schema(required)]
    pub business_info: Option<CorrespondentBusiness>,
}

/// The business of a participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrespondentBusiness {
    /// The name of the business.
    pub business_name: String,
}

/// The product of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConversationProduct {
    /// The product's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The product's name when the conversation started.
    pub name: String,
    /// The product's price when the conversation started, in US dollars.
    pub price: Dollars,
}

/// The newest message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastMessage {
    /// The text; empty after the erasure of the sender and, in a conversation with the shop's support, of the person
    /// who asked.
    pub content: String,
    /// The account id of the sender.
    pub sender: Uuid,
    /// When the message was written.
    pub created_at: DateTime<Utc>,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The message's id: its conversation's id and its number.
    #[serde(rename = "_id")]
    #[schema(example = "0199c0de-0000-5000-8000-000000000021-2")]
    pub underscore_id: String,
    /// The same as `_id`.
    pub id: String,
    /// The conversation's id.
    pub conversation_id: Uuid,
    /// The sender.
    pub sender: Correspondent,
    /// The text; empty after the erasure of the sender and, in a conversation with the shop's support, of the person
    /// who asked.
    pub content: String,
    /// When the message was written.
    pub created_at: DateTime<Utc>,
    /// Whether the recipient has read the message.
    pub read: bool,
    /// The product that the message is about; null in replies.
    #[schema(required)]
    pub product_reference: Option<ProductReference>,
    /// Always `text`.
    #[schema(example = "text")]
    pub message_type: &'static str,
}

/// The product that a message is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProductReference {
    /// The product's name when the conversation started.
    pub name: String,
    /// The product's price when the conversation started, in US dollars.
    pub price: Dollars,
}
