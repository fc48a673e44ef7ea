//! `POST /messages/support`: write to the shop's support.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use service_kit::{caller::Caller, extract::Json};
use utoipa::ToSchema;

use super::{correspondent::correspondent, rate_limit::admit, start_conversation::ConversationStarted};
use crate::{
    application::{
        Writer,
        conversations::{self, NotAsked},
    },
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{TooMany, refusals},
    },
    limits::Limits,
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AskSupportRequest {
    /// The subject, such as the number of an order: one line, at most 200 characters.
    subject: String,
    /// The message: at most 5,000 characters.
    initial_message: String,
}

/// Write to the shop's support
///
/// Each customer and merchant has one conversation with support, which all admins see and any admin answers. Asking again
/// continues it with the new subject.
#[utoipa::path(
    post,
    path = "/messages/support",
    tag = "messages",
    request_body(content = AskSupportRequest, example = json!({
        "subject": "Order GS-261121-7K2QF", "initialMessage": "Where is my order?",
    })),
    responses(
        (status = 201, body = ConversationStarted, headers(("Greenstall-Position" = u64)),
            description = "The message is sent", example = json!({
                "success": true,
                "conversation": {
                    "_id": "0199c0de-0000-5000-8000-000000000022", "id": "0199c0de-0000-5000-8000-000000000022",
                },
                "data": {
                    "_id": "0199c0de-0000-5000-8000-000000000022-1", "id": "0199c0de-0000-5000-8000-000000000022-1",
                    "conversationId": "0199c0de-0000-5000-8000-000000000022",
                    "sender": {
                        "_id": "0199c0de-0000-7000-8000-000000000002", "id": "0199c0de-0000-7000-8000-000000000002",
                        "name": "Anna Smith", "role": "customer", "businessInfo": null,
                    },
                    "content": "Where is my order?", "createdAt": "2026-11-21T10:00:00Z", "read": false,
                    "productReference": null, "messageType": "text",
                },
            })),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn ask_support(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<AskSupportRequest>,
) -> Result<Answer<ConversationStarted>, Refused> {
    admit(&limits, caller.account, provenance.at)?;
    let AskSupportRequest { subject, initial_message } = request;
    let asker = correspondent(&caller);
    let sent = conversations::ask(&writer, &provenance, asker, &subject, &initial_message).await?;
    Ok(ConversationStarted::answer(sent, caller, provenance.at))
}

refusals! {
    Refused or ERASED from NotAsked {
        NotAsked::Form(faults) => Invalid.in_fields(faults) when "Blank or too long",
        NotAsked::Yourself(_) => Invalid when "An admin, who answers for support",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 120 messages in a minute",
    }
}
