//! `POST /auth/logout`: end the calling session.

use axum::extract::State;
use domain::session::end_session::Refusal;
use service_kit::caller::Caller;

use crate::{
    application::{Writer, accounts},
    http::{answer::Answer, command::CommandBy, done::Done, refusal::refusals},
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
) -> Result<Answer<Done>, Refused> {
    let position =
        accounts::end_session(&writer, &sessions, &provenance, caller.account, caller.session).await?;
    Ok(Answer::ok(position, Done::OK))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such session",
    }
}
