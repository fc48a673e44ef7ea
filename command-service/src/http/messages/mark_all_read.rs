//! `PUT /messages/mark-all-read`: mark all messages as read.

use std::sync::Arc;

use axum::extract::State;
use domain::correspondence::ReadAllMessages;
use service_kit::caller::Caller;

use super::{mark_read::MessagesMarked, rate_limit::admit};
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{TooMany, refusals},
    },
    limits::Limits,
};

/// Mark all messages as read
///
/// Marks all messages that the caller has received so far. Messages to the shop's support stay unread until an admin
/// opens them, so that no question is lost for all admins by one press. A body is ignored.
#[utoipa::path(
    put,
    path = "/messages/mark-all-read",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "messages",
    responses(
        (status = 200, body = MessagesMarked, headers(("Greenstall-Position" = u64)),
            description = "Read", example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn mark_all_read(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(caller, provenance): CommandBy<Caller>,
) -> Result<Answer<MessagesMarked>, Refused> {
    admit(&limits, caller.account, provenance.at)?;
    let done = writer.execute(&provenance, &ReadAllMessages { account_id: caller.account }).await?;
    Ok(Answer::ok(done.position, MessagesMarked { success: true }))
}

refusals! {
    Refused from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 120 times in a minute, messages counted too",
    }
}
