//! Conversations and messages.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared_events::{Role, money::Dollars};
use utoipa::ToSchema;
use uuid::Uuid;

use super::RoleName;

/// What a customer and a merchant write to each other about a product.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// The conversation.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// The two: who started it, then whose product it is about.
    pub participants: Vec<Correspondent>,
    /// The caller.
    pub current_user_id: Uuid,
    /// What it is about, as it was when it started.
    pub product: ConversationProduct,
    /// What stands above it; null when its customer has been erased.
    #[schema(required)]
    pub subject: Option<String>,
    /// The newest.
    #[schema(required)]
    pub last_message: Option<LastMessage>,
    /// When it was written.
    pub last_activity: DateTime<Utc>,
    /// What the caller has not read.
    pub unread_count: i64,
}

/// Somebody who writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correspondent {
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// `Deleted user` when the person has been erased.
    pub name: String,
    /// What the account may do.
    #[schema(value_type = RoleName)]
    pub role: Role,
    /// Merchants only.
    #[schema(required)]
    pub business_info: Option<CorrespondentBusiness>,
}

/// The business of somebody who writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrespondentBusiness {
    /// The name over the shop.
    pub business_name: String,
}

/// What a conversation is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConversationProduct {
    /// The product.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// As it was then.
    pub name: String,
    /// As it was then, in US dollars.
    pub price: Dollars,
}

/// The newest message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastMessage {
    /// What it says; nothing when its sender has been erased.
    pub content: String,
    /// The account that wrote it.
    pub sender: Uuid,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The message: its conversation's id and its number.
    #[serde(rename = "_id")]
    #[schema(example = "0199c0de-0000-5000-8000-000000000021-2")]
    pub underscore_id: String,
    /// The same.
    pub id: String,
    /// The conversation.
    pub conversation_id: Uuid,
    /// Who wrote it.
    pub sender: Correspondent,
    /// What it says; nothing when its sender has been erased.
    pub content: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Whether its recipient has read it.
    pub read: bool,
    /// The product that it turns to; null in replies.
    #[schema(required)]
    pub product_reference: Option<ProductReference>,
    /// Always `text`.
    #[schema(example = "text")]
    pub message_type: &'static str,
}

/// The product that a message turns to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProductReference {
    /// As it was when the conversation started.
    pub name: String,
    /// As it was when the conversation started, in US dollars.
    pub price: Dollars,
}
