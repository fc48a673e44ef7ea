//! `DELETE /admin/users/{id}`: an admin deactivates an account.

use axum::extract::State;
use domain::account::deactivate_account::Refusal;
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

/// Deactivate a user
///
/// The account's sessions end at once, it cannot log in, and a merchant's products disappear. Placed orders can still
/// be completed. The body is optional.
#[utoipa::path(
    delete,
    path = "/admin/users/{id}",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The account")),
    request_body(content = Option<NoteRequest>, example = json!({"reason": "Asked for it by phone."})),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Done",
            example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No such user"),
        (status = 409, body = ProblemBody, description = "It is an admin, or was deactivated before"),
        (status = 422, body = ProblemBody, description = "The reason is too long or of the wrong type"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn deactivate_user(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Note(reason): Note,
) -> Result<Answer<Done>, Problem> {
    let id = id_in_path(&id, "User not found")?;
    let done = accounts::deactivate(&writer, &sessions, &provenance, id, reason).await;
    let done = done.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(done.position, Done::OK))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::Admin | Refusal::AlreadyDeactivated => problem(Code::Conflict, &refusal),
    }
}
