//! `POST /users/addresses`: add an address to the address book.

use axum::extract::State;
use domain::account::{
    address_entry_form::AddressEntryForm,
    save_address::{Refusal, SaveAddress},
};
use domain::form::FieldRefusal;
use service_kit::{caller::Caller, extract::Json};
use shared_events::{ids::AddressId, shop::SavedAddress};

use super::address::{AddressAnswer, AddressEntryRequest};
use crate::{
    application::Writer,
    http::{answer::Answer, command::CommandBy, refusal::refusals},
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
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "revision": 2,
                "name": "Work", "firstName": "Anna", "lastName": "Smith", "address": "1 Hill Road", "apartment": "",
                "city": "Burlington", "state": "VT", "zipCode": "05401", "country": "United States",
                "isPrimary": false,
            }})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn save_address(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<AddressEntryRequest>,
) -> Result<Answer<AddressAnswer>, Refused> {
    let primary = request.is_primary;
    let address = AddressEntryForm::from(request).check(SavedAddress::default())?;
    let address_id = AddressId::derived(provenance.command_id, "address");
    let command = SaveAddress { account_id: caller.account, address_id, address, primary };
    let saved = writer.execute(&provenance, &command).await?;
    Ok(Answer::created(saved.position, AddressAnswer::of(&saved.state, address_id)?))
}

refusals! {
    Refused or ERASED from Refusal {
        Refusal::NotFound => NotFound when "No such account",
        Refusal::Full => Conflict when "The book is full",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "A field is missing, wrong or of the wrong type",
    }
}
