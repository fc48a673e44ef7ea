//! `DELETE /auth/sessions/{id}`: end one of the caller's sessions.

use axum::extract::State;
use domain::session::end_session::Refusal;
use service_kit::{caller::Caller, extract::Path};

use crate::{
    application::{Writer, accounts},
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{parse_id, refusals},
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
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn end_session(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Refused> {
    let session = parse_id(&id, Refusal::NotFound)?;
    let position = accounts::end_session(&writer, &sessions, &provenance, caller.account, session).await?;
    Ok(Answer::ok(position, Done::OK))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such session, or somebody else's",
    }
}
