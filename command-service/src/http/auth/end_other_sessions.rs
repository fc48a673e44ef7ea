//! `DELETE /auth/sessions`: end all other sessions.

use axum::extract::State;
use domain::credential::end_all_sessions::{Asking, Refusal};
use service_kit::{Problem, caller::Caller};

use crate::{
    App,
    application::accounts,
    http::{answer::Answer, done::Done},
};

/// Sign out everywhere else
///
/// All sessions of the account end but the one that asks.
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
    State(app): State<App>,
    caller: Caller,
) -> Result<Answer<Done>, Problem> {
    let asking = Asking { session_id: caller.session, generation: caller.generation };
    let provenance = app.command_by(caller.actor());
    let ended = accounts::end_other_sessions(&app, &provenance, caller.account, asking).await;
    ended.map(|position| Answer::ok(position, Done::OK)).map_err(|failure| failure.into_problem(refused))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::SessionEnded => Problem::unauthenticated(),
    }
}
