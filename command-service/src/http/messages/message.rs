//! The response body for a message, as shown to its sender at once.

use chrono::{DateTime, Utc};
use serde::Serialize;
use service_kit::caller::Caller;
use shared_events::{Role, money::Dollars};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::application::conversations::Sent;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Message {
    #[serde(rename = "_id")]
    #[schema(example = "0199c0de-0000-7000-8000-000000000021-2")]
    underscore_id: String,
    id: String,
    conversation_id: Uuid,
    sender: MessageSender,
    content: String,
    created_at: DateTime<Utc>,
    /// Whether the recipient has read the message.
    read: bool,
    /// The product that the message is about; null in replies.
    #[schema(required)]
    product_reference: Option<ProductReference>,
    /// `text`.
    message_type: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MessageSender {
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    id: Uuid,
    name: String,
    #[schema(value_type = String)]
    role: Role,
    /// Null unless the sender is a merchant.
    #[schema(required)]
    business_info: Option<MessageBusiness>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MessageBusiness {
    business_name: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductReference {
    name: String,
    /// The price, in US dollars.
    price: Dollars,
}

impl Message {
    pub(super) fn new(sent: Sent, caller: Caller, at: DateTime<Utc>) -> Self {
        let id = sent.id.to_string();
        let sender = sent.sender.id.uuid();
        Self {
            underscore_id: id.clone(),
            id,
            conversation_id: sent.id.conversation.uuid(),
            sender: MessageSender {
                underscore_id: sender,
                id: sender,
                name: sent.sender.name.and_then(shared_events::Personal::into_inner).unwrap_or_default(),
                role: caller.role,
                business_info: sent
                    .sender
                    .business_name
                    .map(|business_name| MessageBusiness { business_name }),
            },
            content: sent.content,
            created_at: at,
            read: false,
            product_reference: sent
                .about
                .map(|about| ProductReference { name: about.name, price: about.price.into() }),
            message_type: "text",
        }
    }
}
