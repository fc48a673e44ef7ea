//! `DELETE /users/me`: delete the own account and erase its personal data.

use axum::extract::State;
use serde::Deserialize;
use service_kit::{Code, Problem, caller::Caller, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use crate::{
    App,
    application::accounts::{self, DeleteRefusal},
    http::{answer::Answer, done::Told, refusal::problem},
};

#[derive(Deserialize, ToSchema)]
pub(crate) struct DeleteAccountRequest {
    #[schema(value_type = String)]
    password: Option<String>,
}

/// Be forgotten
///
/// The account is closed, its sessions end, and nothing personal can be read any more, in the log and in every view.
#[utoipa::path(
    delete,
    path = "/users/me",
    tag = "users",
    request_body(content = DeleteAccountRequest, example = json!({"password": "Secret-1!"})),
    responses(
        (status = 200, body = Told, headers(("Greenstall-Position" = u64)), description = "Forgotten",
            example = json!({"success": true, "message": "Your account has been deleted."})),
        (status = 409, body = ProblemBody, description = "Orders are under way, or it is an admin's account"),
        (status = 422, body = ProblemBody, description = "The password is wrong"),
        (status = 429, body = ProblemBody, description = "Too many wrong passwords; `Retry-After` says how long to wait"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn delete_account(
    State(app): State<App>,
    caller: Caller,
    Json(request): Json<DeleteAccountRequest>,
) -> Result<Answer<Told>, Problem> {
    let password = request.password.unwrap_or_default();
    if password.is_empty() {
        return Err(Problem::field("password", "Password is required"));
    }
    let deleted = accounts::delete_own(&app, &caller, &password).await;
    let position = deleted.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(position, Told::that("Your account has been deleted.")))
}

fn refused(refusal: DeleteRefusal) -> Problem {
    match refusal {
        DeleteRefusal::WrongPassword => Problem::field("password", refusal.to_string()),
        DeleteRefusal::TooManyFailures { retry_in } => Problem::too_many(refusal.to_string(), retry_in),
        DeleteRefusal::Admin | DeleteRefusal::OrdersUnderWay => problem(Code::Conflict, &refusal),
    }
}
