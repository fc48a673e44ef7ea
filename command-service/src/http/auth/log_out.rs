//! `POST /auth/logout`: end the calling session.

use axum::extract::State;
use service_kit::{Problem, caller::Caller};

use super::end_session::refused;
use crate::{
    application::{Writer, accounts},
    http::{answer::Answer, command::CommandBy, done::Done},
    sessions::Sessions,
};

/// Log out
///
/// The token can change nothing from now on. Reads refuse it once the view `sessions` contains the log-out: at once if
/// they are sent its `Greenstall-Position` as `Greenstall-After`, otherwise usually within some milliseconds.
#[utoipa::path(
    post,
    path = "/auth/logout",
    tag = "auth",
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "Logged out",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn log_out(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(caller, provenance): CommandBy<Caller>,
) -> Result<Answer<Done>, Problem> {
    let ended = accounts::end_session(&writer, &sessions, &provenance, caller.account, caller.session).await;
    ended.map(|position| Answer::ok(position, Done::OK)).map_err(|failure| failure.into_problem(refused))
}
