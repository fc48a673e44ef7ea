//! `DELETE /admin/users/{id}/api-keys/{key}`: an admin revokes anybody's API key.

use axum::extract::State;
use domain::api_key::revoke_api_key::{Refusal, RevokeApiKey};
use service_kit::{caller::Admin, extract::Path};

use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{parse_id, refusals},
    },
    sessions::Sessions,
};

/// Revoke a user's API key
///
/// Its token stops working at once, for good.
#[utoipa::path(
    delete,
    path = "/admin/users/{id}/api-keys/{key}",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The user"), ("key" = Uuid, Path, description = "The key")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is revoked",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn revoke_api_key_of_user(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path((user, key)): Path<(String, String)>,
) -> Result<Answer<Done>, Refused> {
    let (account_id, key_id) = (parse_id(&user, Refusal::NotFound)?, parse_id(&key, Refusal::NotFound)?);
    let command = RevokeApiKey { account_id, key_id };
    let position = writer.execute(&provenance, &command).await?.position;
    sessions.forget(command.account_id.uuid());
    Ok(Answer::ok(position, Done::OK))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "The user has no such key",
    }
}
