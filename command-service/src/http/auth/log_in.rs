//! `POST /auth/login`: log in with e-mail and password.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{Code, Problem, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use super::user::User;
use crate::{
    App,
    application::{
        accounts::{self, LogInRefusal},
        problem,
    },
    http::Answer,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct LogInRequest {
    #[schema(value_type = String)]
    email: Option<String>,
    #[schema(value_type = String)]
    password: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoggedIn {
    /// Always true.
    success: bool,
    /// For people.
    message: &'static str,
    /// Sent as `Authorization: Bearer …` with every call; valid for 12 hours.
    token: String,
    user: User,
}

/// Log in
///
/// After 10 failures for one account within 15 minutes, further tries are refused until the first of them is that old.
#[utoipa::path(
    post,
    path = "/auth/login",
    tag = "auth",
    request_body(content = LogInRequest, example = json!({"email": "anna@example.com", "password": "Secret-1!"})),
    responses(
        (status = 200, body = LoggedIn, headers(("Greenstall-Position" = u64)),
            description = "Logged in"),
        (status = 400, body = ProblemBody, content_type = "application/problem+json",
            description = "Not JSON"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json",
            description = "No such account, or another password"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json",
            description = "A field is missing or of the wrong type"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json",
            description = "Too many failures; `Retry-After` says how long to wait"),
    ),
)]
pub(crate) async fn log_in(
    State(app): State<App>,
    Json(request): Json<LogInRequest>,
) -> Result<Answer<LoggedIn>, Problem> {
    let email = request.email.unwrap_or_default();
    let password = request.password.unwrap_or_default();
    for (field, value) in [("email", &email), ("password", &password)] {
        if value.trim().is_empty() {
            return Err(Problem::field(field, "Email and password are required"));
        }
    }
    let logged_in = accounts::log_in(&app, &email, &password);
    let logged_in = logged_in.await.map_err(|failure| failure.into_problem(refused))?;
    let user = User::new(logged_in.profile, logged_in.opened_at);
    let body = LoggedIn { success: true, message: "Login successful", token: logged_in.token, user };
    Ok(Answer::ok(logged_in.position, body))
}

fn refused(refusal: LogInRefusal) -> Problem {
    match refusal {
        LogInRefusal::WrongPassword => problem(Code::Unauthenticated, &refusal),
        LogInRefusal::TooManyFailures { retry_in } => Problem::too_many(refusal.to_string(), retry_in),
    }
}
