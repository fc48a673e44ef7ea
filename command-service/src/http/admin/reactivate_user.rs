//! `PUT /admin/users/{id}/reactivate`: an admin reactivates an account.

use axum::extract::State;
use domain::{account::reactivate_account::Refusal, form::FieldRefusal};
use service_kit::{
    caller::Admin,
    extract::{JsonOrNothing, Path},
};

use super::note::NoteRequest;
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
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn reactivate_user(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    JsonOrNothing(note): JsonOrNothing<NoteRequest>,
) -> Result<Answer<Done>, Refused> {
    let reason = note.reason()?;
    let id = parse_id(&id, Refusal::NotFound)?;
    let done = accounts::reactivate(&writer, &sessions, &provenance, id, reason).await?;
    Ok(Answer::ok(done.position, Done::OK))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such user",
        Refusal::AlreadyActive => Conflict when "It is active",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The reason is too long",
    }
}
