//! `PUT /messages/mark-all-read`: mark all messages as read.

use axum::extract::State;
use domain::correspondence::ReadAllMessages;
use service_kit::{Problem, caller::Caller, problem::ProblemBody};

use super::{mark_read::MessagesMarked, rate_limit::admit};
use crate::{App, http::answer::Answer};

/// Mark every message as read
///
/// All that were sent to the caller so far. The body, if there is any, is not looked at.
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
    State(app): State<App>,
    caller: Caller,
) -> Result<Answer<MessagesMarked>, Problem> {
    admit(&app, caller.account)?;
    let command = ReadAllMessages { account_id: caller.account };
    let read = app.writer.execute(&app.command_by(caller.actor()), &command).await;
    let read = read.map_err(|failure| failure.into_problem(|never| match never {}))?;
    Ok(Answer::ok(read.position, MessagesMarked { success: true }))
}
