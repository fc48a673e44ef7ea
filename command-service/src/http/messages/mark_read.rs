//! `PUT /messages/{id}/read`: mark a conversation as read, as a whole or up to one of its messages.

use axum::extract::State;
use domain::conversation::read_messages::{ReadMessages, Refusal};
use serde::Serialize;
use service_kit::{caller::Caller, extract::Path};
use shared_events::ids::{ConversationId, MessageId};
use utoipa::ToSchema;

use super::correspondent::correspondent;
use crate::{
    application::Writer,
    http::{answer::Answer, command::CommandBy, refusal::refusals},
};

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MessagesMarked {
    /// Always true.
    pub(super) success: bool,
}

/// Mark a conversation or a message as read
///
/// The id of a conversation is a UUID. The id of a message is that of its conversation, a hyphen and the message's
/// number; all messages before it are marked, too. A body is ignored.
#[utoipa::path(
    put,
    path = "/messages/{id}/read",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "messages",
    params(("id" = String, Path, description = "The conversation, or the message",
        example = "0199c0de-0000-5000-8000-000000000021-2")),
    responses(
        (status = 200, body = MessagesMarked, headers(("Greenstall-Position" = u64)),
            description = "Read", example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn mark_read(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<MessagesMarked>, Refused> {
    let command = what_was_read(&id)
        .map(|(conversation_id, up_to)| ReadMessages {
            conversation_id,
            reader: correspondent(&caller),
            up_to,
        })
        .ok_or(Refusal::NotFound)?;
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, MessagesMarked { success: true }))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound | Refusal::NoSuchMessage =>
            NotFound when "No such conversation or message, or other people's",
    }
}

fn what_was_read(id: &str) -> Option<(ConversationId, Option<u32>)> {
    if let Ok(MessageId { conversation, number }) = id.parse() {
        return Some((conversation, Some(number)));
    }
    Some((id.parse().ok()?, None))
}
