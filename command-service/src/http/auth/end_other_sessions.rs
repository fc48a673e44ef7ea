//! `DELETE /auth/sessions`: end all other sessions.

use axum::extract::State;
use domain::credential::end_all_sessions::{Asking, Refusal};
use service_kit::{Problem, caller::Caller};

use crate::{
    application::{Writer, accounts},
    http::{answer::Answer, command::CommandBy, done::Done},
    sessions::Sessions,
};

/// Sign out everywhere else
///
/// All sessions of the account except the calling one end.
#[utoipa::path(
    delete,
    path = "/auth/sessions",
    tag = "auth",
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "They have ended",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn end_other_sessions(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(caller, provenance): CommandBy<Caller>,
) -> Result<Answer<Done>, Problem> {
    let asking = Asking { session_id: caller.session, generation: caller.generation };
    let ended = accounts::end_other_sessions(&writer, &sessions, &provenance, caller.account, asking).await;
    ended.map(|position| Answer::ok(position, Done::OK)).map_err(|failure| failure.into_problem(refused))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::SessionEnded => Problem::unauthenticated(),
    }
}
