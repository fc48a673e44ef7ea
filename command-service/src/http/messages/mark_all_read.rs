//! `PUT /messages/mark-all-read`: mark all messages as read.

use axum::extract::State;
use service_kit::{Problem, caller::Caller, problem::ProblemBody};

use super::{mark_read::MessagesMarked, rate_limit::admit};
use crate::{App, application::conversations, http::answer::Answer};

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
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "Not logged in"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json",
            description = "More than 120 times in a minute, messages counted too"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn mark_all_read(
    State(app): State<App>,
    caller: Caller,
) -> Result<Answer<MessagesMarked>, Problem> {
    admit(&app, caller.account)?;
    let read = conversations::read_all(&app, &app.command_by(caller.actor()), caller.account).await;
    let position = read.map_err(|failure| failure.into_problem(|never| match never {}))?;
    Ok(Answer::ok(position, MessagesMarked { success: true }))
}
