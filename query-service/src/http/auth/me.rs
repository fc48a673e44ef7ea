//! `GET /auth/me`: the account behind the token.

use axum::extract::State;
use service_kit::{Problem, caller::Caller, extract::Json, problem::ProblemBody};

use crate::{
    App,
    http::shapes::User,
    queries::{accounts, failed},
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW];

/// The logged-in user
#[utoipa::path(
    get,
    path = "/auth/me",
    tag = "auth",
    responses((status = 200, body = User), (status = 401, body = ProblemBody)),
    security(("bearer" = [])),
)]
pub(crate) async fn me(State(app): State<App>, caller: Caller) -> Result<Json<User>, Problem> {
    let found = accounts::user(&app.pool, caller.account).await.map_err(failed)?;
    found.map(Json).ok_or_else(Problem::unauthenticated)
}
