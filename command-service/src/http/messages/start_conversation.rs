//! `POST /messages/start`: write to a merchant about a product.

use std::sync::Arc;

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use service_kit::{caller::Caller, extract::Json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{message::Message, rate_limit::admit};
use crate::{
    application::{
        Writer,
        conversations::{self, NotStarted, Sent, Start},
    },
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{TooMany, parse_id, refusals},
    },
    limits::Limits,
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StartConversationRequest {
    /// The account id of the merchant.
    merchant_id: String,
    /// The id of one of the merchant's products.
    product_id: String,
    /// The subject: one line, at most 200 characters.
    subject: String,
    /// The message: at most 5,000 characters.
    initial_message: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConversationStarted {
    /// Always true.
    success: bool,
    conversation: StartedConversation,
    /// The first message.
    data: Message,
}

impl ConversationStarted {
    /// The answer to the caller who has sent the first message at this time.
    pub(super) fn answer(sent: Sent, caller: Caller, at: DateTime<Utc>) -> Answer<Self> {
        let (position, conversation) = (sent.position, sent.id.conversation.uuid());
        let conversation = StartedConversation { underscore_id: conversation, id: conversation };
        Answer::created(position, Self { success: true, conversation, data: Message::new(sent, caller, at) })
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StartedConversation {
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    id: Uuid,
}

/// Write to a merchant
///
/// A customer and a merchant have one conversation per product: starting it again continues it with the new subject.
#[utoipa::path(
    post,
    path = "/messages/start",
    tag = "messages",
    request_body(content = StartConversationRequest, example = json!({
        "merchantId": "0199c0de-0000-7000-8000-000000000003", "productId": "0199c0de-0000-7000-8000-000000000004",
        "subject": "Tomatoes for Friday", "initialMessage": "Do you have ten pounds on Friday?",
    })),
    responses(
        (status = 201, body = ConversationStarted, headers(("Greenstall-Position" = u64)),
            description = "The message is sent", example = json!({
                "success": true,
                "conversation": {
                    "_id": "0199c0de-0000-5000-8000-000000000021", "id": "0199c0de-0000-5000-8000-000000000021",
                },
                "data": {
                    "_id": "0199c0de-0000-5000-8000-000000000021-1", "id": "0199c0de-0000-5000-8000-000000000021-1",
                    "conversationId": "0199c0de-0000-5000-8000-000000000021",
                    "sender": {
                        "_id": "0199c0de-0000-7000-8000-000000000002", "id": "0199c0de-0000-7000-8000-000000000002",
                        "name": "Anna Smith", "role": "customer", "businessInfo": null,
                    },
                    "content": "Do you have ten pounds on Friday?", "createdAt": "2026-11-21T10:00:00Z", "read": false,
                    "productReference": {"name": "San Marzano Tomatoes", "price": 3.5}, "messageType": "text",
                },
            })),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn start_conversation(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<StartConversationRequest>,
) -> Result<Answer<ConversationStarted>, Refused> {
    admit(&limits, caller.account, provenance.at)?;
    let start = Start {
        by: caller.account,
        merchant_id: parse_id(&request.merchant_id, NotStarted::NoSuchMerchant)?,
        product_id: parse_id(&request.product_id, NotStarted::NoSuchProduct)?,
        subject: request.subject,
        content: request.initial_message,
    };
    let sent = conversations::start(&writer, &provenance, &start).await?;
    Ok(ConversationStarted::answer(sent, caller, provenance.at))
}

refusals! {
    Refused or ERASED from NotStarted {
        NotStarted::NoSuchMerchant => NotFound when "No such merchant",
        NotStarted::NoSuchProduct => NotFound when "The public sees no such product of this merchant",
        NotStarted::Form(faults) => Invalid.in_fields(faults) when "Blank or too long",
        NotStarted::Yourself(_) => Invalid when "To oneself",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 120 messages in a minute",
    }
}
