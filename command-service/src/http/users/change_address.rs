//! `PUT /users/addresses/{id}`: change an entry of the address book.

use axum::extract::State;
use domain::account::change_address::{ChangeAddress, Refusal};
use service_kit::{
    Code, Problem,
    caller::Caller,
    extract::{Json, Path},
    problem::ProblemBody,
};

use super::address::{AddressAnswer, AddressEntryRequest};
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{id_in_path, invalid, problem},
    },
};

/// Change an entry of the address book
///
/// Fields that are left out stay unchanged. `isPrimary: true` makes it the primary address.
#[utoipa::path(
    put,
    path = "/users/addresses/{id}",
    tag = "users",
    params(("id" = Uuid, Path, description = "The entry")),
    request_body(content = AddressEntryRequest, example = json!({"address": "2 Hill Road", "isPrimary": true})),
    responses(
        (status = 200, body = AddressAnswer, headers(("Greenstall-Position" = u64)), description = "Changed",
            example = json!({"success": true, "address": {
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                "name": "Work", "firstName": "Anna", "lastName": "Smith", "address": "1 Hill Road", "apartment": "",
                "city": "Burlington", "state": "VT", "zipCode": "05401", "country": "United States",
                "isPrimary": false,
            }})),
        (status = 404, body = ProblemBody, description = "No such entry"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn change_address(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
    Json(request): Json<AddressEntryRequest>,
) -> Result<Answer<AddressAnswer>, Problem> {
    let address_id = id_in_path(&id, "Address not found")?;
    let primary = request.is_primary.unwrap_or(false);
    let command = ChangeAddress { account_id: caller.account, address_id, form: request.into(), primary };
    let changed = writer.execute(&provenance, &command).await;
    let changed = changed.map_err(|failure| failure.into_problem(refused))?;
    let answer = AddressAnswer::of(&changed.state, address_id);
    answer
        .map(|answer| Answer::ok(changed.position, answer))
        .ok_or_else(|| Problem::internal(&"an address that was changed is not there"))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::Form(refusal) => invalid(&[refusal]),
    }
}
