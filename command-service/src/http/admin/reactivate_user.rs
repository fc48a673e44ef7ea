//! `PUT /admin/users/{id}/reactivate`: an admin reactivates an account.

use axum::extract::State;
use domain::account::reactivate_account::Refusal;
use service_kit::{Code, Problem, caller::Admin, extract::Path, problem::ProblemBody};

use super::note::{Note, NoteRequest};
use crate::{
    application::{Writer, accounts},
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{id_in_path, problem},
    },
    sessions::Sessions,
};

/// Reactivate a user
///
/// The person has to log in again. The body is optional.
#[utoipa::path(
    put,
    path = "/admin/users/{id}/reactivate",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The account")),
    request_body(content = Option<NoteRequest>, example = json!({"reason": "Asked for it by phone."})),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Done",
            example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No such user"),
        (status = 409, body = ProblemBody, description = "It is active"),
        (status = 422, body = ProblemBody, description = "The reason is too long or of the wrong type"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn reactivate_user(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Note(reason): Note,
) -> Result<Answer<Done>, Problem> {
    let id = id_in_path(&id, "User not found")?;
    let done = accounts::reactivate(&writer, &sessions, &provenance, id, reason).await;
    let done = done.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(done.position, Done::OK))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::AlreadyActive => problem(Code::Conflict, &refusal),
    }
}
