//! `DELETE /users/addresses/{id}`: remove an entry from the address book.

use axum::extract::State;
use domain::account::remove_address::Refusal;
use service_kit::{Code, Problem, caller::Caller, extract::Path, problem::ProblemBody};

use crate::{
    App,
    application::accounts,
    http::{
        answer::Answer,
        done::Done,
        refusal::{id_in_path, problem},
    },
};

/// Take an entry out of the address book
///
/// When the primary address goes, the oldest one that is left takes its place.
#[utoipa::path(
    delete,
    path = "/users/addresses/{id}",
    tag = "users",
    params(("id" = Uuid, Path, description = "The entry")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is gone",
            example = json!({"success": true})),
        (status = 401, body = ProblemBody, content_type = "application/problem+json", description = "Not logged in"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json", description = "No such entry"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "It is a merchant's primary address"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn remove_address(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Problem> {
    let address = id_in_path(&id, "Address not found")?;
    let provenance = app.command_by(caller.actor());
    let removed = accounts::remove_address(&app, &provenance, caller.account, address).await;
    removed.map(|position| Answer::ok(position, Done::OK)).map_err(|failure| failure.into_problem(refused))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::NeededByMerchant => problem(Code::Conflict, &refusal),
    }
}
