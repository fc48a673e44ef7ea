//! `DELETE /auth/sessions`: end all other sessions.

use axum::extract::State;
use domain::credential::end_all_sessions::{Asking, Refusal};
use service_kit::caller::Caller;

use crate::{
    application::{Writer, accounts},
    http::{answer::Answer, command::CommandBy, done::Done, refusal::refusals},
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
) -> Result<Answer<Done>, Refused> {
    let asking = Asking { session_id: caller.session, generation: caller.generation };
    let position =
        accounts::end_other_sessions(&writer, &sessions, &provenance, caller.account, asking).await?;
    Ok(Answer::ok(position, Done::OK))
}

refusals! {
    Refused from Refusal {
        Refusal::SessionEnded => Unauthenticated when "Not logged in",
    }
}
