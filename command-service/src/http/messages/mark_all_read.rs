//! `PUT /messages/mark-all-read`: mark all messages as read.

use std::sync::Arc;

use axum::extract::State;
use domain::correspondence::ReadAllMessages;
use service_kit::{Problem, caller::Caller, problem::ProblemBody};

use super::{mark_read::MessagesMarked, rate_limit::admit};
use crate::{
    application::Writer,
    http::{answer::Answer, command::CommandBy},
    limits::Limits,
};

/// Mark all messages as read
///
/// Marks all messages that the caller has received so far. A body is ignored.
#[utoipa::path(
    put,
    path = "/messages/mark-all-read",
    tag = "messages",
    responses(
        (status = 200, body = MessagesMarked, headers(("Greenstall-Position" = u64)),
            description = "Read", example = json!({"success": true})),
        (status = 429, body = ProblemBody, description = "More than 120 times in a minute, messages counted too"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn mark_all_read(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(caller, provenance): CommandBy<Caller>,
) -> Result<Answer<MessagesMarked>, Problem> {
    admit(&limits, caller.account, provenance.at)?;
    let command = ReadAllMessages { account_id: caller.account };
    let read = writer.execute(&provenance, &command).await;
    let read = read.map_err(|failure| failure.into_problem(|never| match never {}))?;
    Ok(Answer::ok(read.position, MessagesMarked { success: true }))
}
