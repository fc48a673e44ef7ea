//! `PUT /notifications/{id}/read`: mark a notification as read.

use axum::extract::State;
use serde::Serialize;
use service_kit::{Code, Problem, caller::Caller, extract::Path, problem::ProblemBody};
use utoipa::ToSchema;

use crate::{
    App,
    application::notifications,
    http::{
        answer::Answer,
        refusal::{id_in_path, problem},
    },
};

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotificationsMarked {
    /// Always true.
    pub(super) success: bool,
}

/// Mark a notification as read
///
/// One of the caller's own. The body, if there is any, is not looked at.
#[utoipa::path(
    put,
    path = "/notifications/{id}/read",
    tag = "notifications",
    params(("id" = String, Path, description = "The notification")),
    responses(
        (status = 200, body = NotificationsMarked, headers(("Greenstall-Position" = u64)),
            description = "Read", example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No such notification, or somebody else's"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn mark_notification_read(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Answer<NotificationsMarked>, Problem> {
    let id = id_in_path(&id, "Notification not found")?;
    let read = notifications::read(&app, &app.command_by(caller.actor()), caller.account, &id).await;
    let position =
        read.map_err(|failure| failure.into_problem(|not_found| problem(Code::NotFound, &not_found)))?;
    Ok(Answer::ok(position, NotificationsMarked { success: true }))
}
