//! `DELETE /auth/sessions/{id}`: end one of the caller's sessions.

use axum::extract::State;
use domain::session::end_session::Refusal;
use service_kit::{Code, Problem, caller::Caller, extract::Path, problem::ProblemBody};

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

/// End a session
///
/// The session's token stops working at once. The session may be the calling one.
#[utoipa::path(
    delete,
    path = "/auth/sessions/{id}",
    tag = "auth",
    params(("id" = Uuid, Path, description = "The session")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It has ended",
            example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No such session, or somebody else's"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn end_session(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Problem> {
    let session = id_in_path(&id, "Session not found")?;
    let ended = accounts::end_session(&writer, &sessions, &provenance, caller.account, session).await;
    ended.map(|position| Answer::ok(position, Done::OK)).map_err(|failure| failure.into_problem(refused))
}

pub(super) fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
    }
}
