//! `POST /users/addresses`: add an address to the address book.

use axum::extract::State;
use domain::account::{
    address_entry_form::AddressEntryForm,
    save_address::{Refusal, SaveAddress},
};
use service_kit::{Code, Problem, caller::Caller, extract::Json, problem::ProblemBody};
use shared_events::{ids::AddressId, shop::SavedAddress};

use super::address::{AddressAnswer, AddressEntryRequest};
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{invalid, problem},
    },
};

/// Add an address to the address book
#[utoipa::path(
    post,
    path = "/users/addresses",
    tag = "users",
    request_body(content = AddressEntryRequest, example = json!({
        "name": "Work", "firstName": "Anna", "lastName": "Smith", "address": "1 Hill Road", "zipCode": "05401",
    })),
    responses(
        (status = 201, body = AddressAnswer, headers(("Greenstall-Position" = u64)), description = "Saved",
            example = json!({"success": true, "address": {
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                "name": "Work", "firstName": "Anna", "lastName": "Smith", "address": "1 Hill Road", "apartment": "",
                "city": "Burlington", "state": "VT", "zipCode": "05401", "country": "United States",
                "isPrimary": false,
            }})),
        (status = 409, body = ProblemBody, description = "The book is full"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn save_address(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<AddressEntryRequest>,
) -> Result<Answer<AddressAnswer>, Problem> {
    let primary = request.is_primary;
    let address = AddressEntryForm::from(request).check(SavedAddress::default());
    let address = address.map_err(|refusal| invalid(&[refusal]))?;
    let address_id = AddressId::derived(provenance.command_id, "address");
    let command = SaveAddress { account_id: caller.account, address_id, address, primary };
    let saved = writer.execute(&provenance, &command).await;
    let saved = saved.map_err(|failure| failure.into_problem(refused))?;
    let answer = AddressAnswer::of(&saved.state, address_id);
    answer
        .map(|answer| Answer::created(saved.position, answer))
        .ok_or_else(|| Problem::internal(&"an address that was saved is not there"))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::Full => problem(Code::Conflict, &refusal),
    }
}
