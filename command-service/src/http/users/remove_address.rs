//! `DELETE /users/addresses/{id}`: remove an entry from the address book.

use axum::extract::State;
use domain::account::remove_address::{Refusal, RemoveAddress};
use service_kit::{Code, Problem, caller::Caller, extract::Path, problem::ProblemBody};

use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{id_in_path, problem},
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
        (status = 404, body = ProblemBody, description = "No such entry"),
        (status = 409, body = ProblemBody, description = "It is a merchant's primary address"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn remove_address(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Problem> {
    let address_id = id_in_path(&id, "Address not found")?;
    let command = RemoveAddress { account_id: caller.account, address_id };
    let removed = writer.execute(&provenance, &command).await;
    let removed = removed.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(removed.position, Done::OK))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::NeededByMerchant => problem(Code::Conflict, &refusal),
    }
}
