//! `POST /messages/send`: send a message in an existing conversation.

use std::sync::Arc;

use axum::extract::State;
use domain::{conversation::send_message::Refusal, form::FieldRefusal};
use serde::{Deserialize, Serialize};
use service_kit::{caller::Caller, extract::Json};
use utoipa::ToSchema;

use super::{correspondent::correspondent, message::Message, rate_limit::admit};
use crate::{
    application::{
        Writer,
        conversations::{self, NotSent},
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
pub(crate) struct SendMessageRequest {
    conversation_id: String,
    /// At most 5,000 characters.
    content: String,
    /// `text`.
    #[serde(default = "text")]
    message_type: String,
}

fn text() -> String {
    "text".to_owned()
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MessageSent {
    /// Always true.
    success: bool,
    /// The new message.
    data: Message,
}

/// Send a message in a conversation
///
/// Any admin answers in a conversation with the shop's support: the message is the shop's.
#[utoipa::path(
    post,
    path = "/messages/send",
    tag = "messages",
    request_body(content = SendMessageRequest, example = json!({
        "conversationId": "0199c0de-0000-5000-8000-000000000021", "content": "Yes, ten pounds on Friday.",
        "messageType": "text",
    })),
    responses(
        (status = 201, body = MessageSent, headers(("Greenstall-Position" = u64)),
            description = "The message is sent", example = json!({
                "success": true,
                "data": {
                    "_id": "0199c0de-0000-5000-8000-000000000021-2", "id": "0199c0de-0000-5000-8000-000000000021-2",
                    "conversationId": "0199c0de-0000-5000-8000-000000000021",
                    "sender": {
                        "_id": "0199c0de-0000-7000-8000-000000000003", "id": "0199c0de-0000-7000-8000-000000000003",
                        "name": "Mia Hill", "role": "merchant", "businessInfo": {"businessName": "Green Hill Farm"},
                    },
                    "content": "Yes, ten pounds on Friday.", "createdAt": "2026-11-21T10:05:00Z", "read": false,
                    "productReference": null, "messageType": "text",
                },
            })),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn send_message(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<SendMessageRequest>,
) -> Result<Answer<MessageSent>, Refused> {
    admit(&limits, caller.account, provenance.at)?;
    if request.message_type != "text" {
        return Err(FieldRefusal::new("messageType", "Only text messages can be sent").into());
    }
    let conversation_id = parse_id(&request.conversation_id, NotSent::from(Refusal::NotFound))?;
    let by = correspondent(&caller);
    let sent = conversations::send(&writer, &provenance, by, conversation_id, &request.content).await?;
    let position = sent.position;
    let data = Message::new(sent, caller, provenance.at);
    Ok(Answer::created(position, MessageSent { success: true, data }))
}

refusals! {
    Refused or ERASED from NotSent {
        NotSent::Refused(Refusal::NotFound) => NotFound when "No such conversation, or other people's",
        NotSent::Refused(Refusal::RecipientHasLeft) => Conflict when "The other has deleted the account",
        NotSent::Form(fault) => Invalid.in_fields([fault]) when "Blank, too long, or not a text",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "Blank, too long, or not a text",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 120 messages in a minute",
    }
}
