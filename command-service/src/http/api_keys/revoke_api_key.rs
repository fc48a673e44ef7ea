//! `DELETE /api-keys/{id}`: revoke an API key of the caller.

use axum::extract::State;
use domain::api_key::revoke_api_key::{Refusal, RevokeApiKey};
use service_kit::{caller::Seller, extract::Path};

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

/// Revoke an API key
///
/// Its token stops working at once, for good.
#[utoipa::path(
    delete,
    path = "/api-keys/{id}",
    tag = "api-keys",
    params(("id" = Uuid, Path, description = "The key")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is revoked",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn revoke_api_key(
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Refused> {
    let command = RevokeApiKey { account_id: caller.account, key_id: parse_id(&id, Refusal::NotFound)? };
    let position = writer.execute(&provenance, &command).await?.position;
    sessions.forget(caller.account.uuid());
    Ok(Answer::ok(position, Done::OK))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such key, or somebody else's",
    }
}
