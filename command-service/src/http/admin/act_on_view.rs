//! `POST /admin/views/{name}/…`: what operators do about a view.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::{Admin, Caller},
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::events::OperatorAct;

use super::operate::{ReasonRequest, operate};
use crate::{
    App,
    application::operations::Request,
    http::{Answer, done::Done},
};

async fn act_on(
    app: &App,
    admin: &Caller,
    name: String,
    act: OperatorAct,
    request: &ReasonRequest,
) -> Result<Answer<Done>, Problem> {
    let request = Request { act, name, stream: None, reason: Some(request.reason()?) };
    let position = operate(app, (admin.account, admin.actor()), request).await?;
    Ok(Answer::ok(position, Done::OK))
}

/// Pause a view
///
/// It stays as it is, in every process, and is read as it is, until it is resumed.
#[utoipa::path(
    post,
    path = "/admin/views/{name}/pause",
    tag = "admin",
    params(("name" = String, Path, description = "The view", example = "catalog")),
    request_body(content = ReasonRequest, example = json!({"reason": "Its writes are in the way of the sale."})),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Done",
            example = json!({"success": true})),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "Not logged in"),
        (status = 403, body = ProblemBody, content_type = "application/problem+json", description = "Not an admin"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json", description = "No such view"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json",
            description = "The reason is missing, empty or too long"),
        (status = 503, body = ProblemBody, content_type = "application/problem+json",
            description = "The log or the database cannot be written"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn pause_view(
    State(app): State<App>,
    Admin(admin): Admin,
    Path(name): Path<String>,
    Json(request): Json<ReasonRequest>,
) -> Result<Answer<Done>, Problem> {
    act_on(&app, &admin, name, OperatorAct::Pause, &request).await
}

/// Let a paused view go on
///
/// It catches up with the log. A view that is not paused goes on as it does.
#[utoipa::path(
    post,
    path = "/admin/views/{name}/resume",
    tag = "admin",
    params(("name" = String, Path, description = "The view", example = "catalog")),
    request_body(content = ReasonRequest, example = json!({"reason": "The sale is over."})),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Done",
            example = json!({"success": true})),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "Not logged in"),
        (status = 403, body = ProblemBody, content_type = "application/problem+json", description = "Not an admin"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json", description = "No such view"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json",
            description = "The reason is missing, empty or too long"),
        (status = 503, body = ProblemBody, content_type = "application/problem+json",
            description = "The log or the database cannot be written"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn resume_view(
    State(app): State<App>,
    Admin(admin): Admin,
    Path(name): Path<String>,
    Json(request): Json<ReasonRequest>,
) -> Result<Answer<Done>, Problem> {
    act_on(&app, &admin, name, OperatorAct::Resume, &request).await
}

/// Let the build before serve again
///
/// The one that serves is kept and follows, so that the same call turns back again. If newer code has built it, it is not
/// built by itself any more: a rebuild does it.
#[utoipa::path(
    post,
    path = "/admin/views/{name}/rollback",
    tag = "admin",
    params(("name" = String, Path, description = "The view", example = "catalog")),
    request_body(content = ReasonRequest, example = json!({"reason": "The new build shows no prices."})),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Done",
            example = json!({"success": true})),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "Not logged in"),
        (status = 403, body = ProblemBody, content_type = "application/problem+json", description = "Not an admin"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json", description = "No such view"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json",
            description = "There is no build before, or nobody can bring it to where readers are"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json",
            description = "The reason is missing, empty or too long"),
        (status = 503, body = ProblemBody, content_type = "application/problem+json",
            description = "The log or the database cannot be written"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn rollback_view(
    State(app): State<App>,
    Admin(admin): Admin,
    Path(name): Path<String>,
    Json(request): Json<ReasonRequest>,
) -> Result<Answer<Done>, Problem> {
    act_on(&app, &admin, name, OperatorAct::Rollback, &request).await
}

/// Drop a view's unfinished build
///
/// What serves goes on.
#[utoipa::path(
    post,
    path = "/admin/views/{name}/cancel",
    tag = "admin",
    params(("name" = String, Path, description = "The view", example = "catalog")),
    request_body(content = ReasonRequest, example = json!({"reason": "It takes too long before the weekend."})),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Done",
            example = json!({"success": true})),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "Not logged in"),
        (status = 403, body = ProblemBody, content_type = "application/problem+json", description = "Not an admin"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json", description = "No such view"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json",
            description = "Nobody builds it, or it has nothing else to serve"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json",
            description = "The reason is missing, empty or too long"),
        (status = 503, body = ProblemBody, content_type = "application/problem+json",
            description = "The log or the database cannot be written"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn cancel_view(
    State(app): State<App>,
    Admin(admin): Admin,
    Path(name): Path<String>,
    Json(request): Json<ReasonRequest>,
) -> Result<Answer<Done>, Problem> {
    act_on(&app, &admin, name, OperatorAct::Cancel, &request).await
}
