//! `DELETE /users/addresses/{id}`: remove an entry from the address book.

use axum::extract::State;
use domain::account::remove_address::{Refusal, RemoveAddress};
use service_kit::{caller::Caller, extract::Path};

use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{parse_id, refusals},
    },
};

/// Remove an entry from the address book
///
/// When the primary address is removed, the oldest remaining entry becomes the primary one.
#[utoipa::path(
    delete,
    path = "/users/addresses/{id}",
    tag = "users",
    params(("id" = Uuid, Path, description = "The entry")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is gone",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn remove_address(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Refused> {
    let address_id = parse_id(&id, Refusal::NotFound)?;
    let command = RemoveAddress { account_id: caller.account, address_id };
    let removed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(removed.position, Done::OK))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such entry",
        Refusal::NeededByMerchant => Conflict when "It is a merchant's primary address",
    }
}
