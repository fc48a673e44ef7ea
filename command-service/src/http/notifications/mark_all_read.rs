//! `PUT /notifications/read-all`: mark all notifications as read.

use axum::extract::State;
use service_kit::{Problem, caller::Caller, problem::ProblemBody};

use super::mark_read::NotificationsMarked;
use crate::{App, application::notifications, http::answer::Answer};

/// Mark every notification as read
///
/// All that the caller has so far. The body, if there is any, is not looked at.
#[utoipa::path(
    put,
    path = "/notifications/read-all",
    tag = "notifications",
    responses(
        (status = 200, body = NotificationsMarked, headers(("Greenstall-Position" = u64)),
            description = "Read", example = json!({"success": true})),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "Not logged in"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn mark_all_notifications_read(
    State(app): State<App>,
    caller: Caller,
) -> Result<Answer<NotificationsMarked>, Problem> {
    let provenance = app.command_by(caller.actor());
    let read = notifications::read_everything(&app, &provenance, caller.account).await;
    let position = read.map_err(|failure| failure.into_problem(|never| match never {}))?;
    Ok(Answer::ok(position, NotificationsMarked { success: true }))
}
