//! `POST /messages/send`: send a message in an existing conversation.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{Code, Problem, caller::Caller, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use super::{
    message::{Message, refused},
    rate_limit::admit,
};
use crate::{
    application::{Writer, conversations},
    http::{answer::Answer, command::CommandBy},
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
        (status = 404, body = ProblemBody, description = "No such conversation, or other people's"),
        (status = 409, body = ProblemBody, description = "The other has deleted the account"),
        (status = 422, body = ProblemBody, description = "Blank, too long, or not a text"),
        (status = 429, body = ProblemBody, description = "More than 120 messages in a minute"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn send_message(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<SendMessageRequest>,
) -> Result<Answer<MessageSent>, Problem> {
    admit(&limits, caller.account, provenance.at)?;
    if request.message_type != "text" {
        return Err(Problem::field("messageType", "Only text messages can be sent"));
    }
    let conversation_id = request
        .conversation_id
        .parse()
        .map_err(|_| Problem::new(Code::NotFound, "Conversation not found"))?;
    let sent = conversations::send(&writer, &provenance, caller.account, conversation_id, &request.content);
    let sent = sent.await.map_err(refused)?;
    let position = sent.position;
    let data = Message::new(sent, caller, provenance.at);
    Ok(Answer::created(position, MessageSent { success: true, data }))
}
