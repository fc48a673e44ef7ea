//! `PUT /users/addresses/{id}`: change an entry of the address book.

use axum::extract::State;
use domain::{
    account::change_address::{ChangeAddress, Refusal},
    revision::Changed,
};
use service_kit::{
    caller::Caller,
    extract::{Json, Path},
};

use super::address::{AddressAnswer, AddressEntry, AddressEntryRequest};
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
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
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "revision": 2,
                "name": "Work", "firstName": "Anna", "lastName": "Smith", "address": "1 Hill Road", "apartment": "",
                "city": "Burlington", "state": "VT", "zipCode": "05401", "country": "United States",
                "isPrimary": false,
            }})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn change_address(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
    Json(request): Json<AddressEntryRequest>,
) -> Result<Answer<AddressAnswer>, Refused> {
    let address_id = parse_id(&id, Refusal::NotFound)?;
    let primary = request.is_primary.unwrap_or(false);
    let command = ChangeAddress {
        account_id: caller.account,
        address_id,
        revision: request.revision,
        form: request.into(),
        primary,
    };
    let changed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(changed.position, AddressAnswer::of(&changed.state, address_id)?))
}

refusals! {
    Refused or ERASED from Refusal {
        Refusal::NotFound => NotFound when "No such entry",
        Refusal::Changed(Changed(now)) => Conflict.with_current(AddressEntry::new(&now.entry, now.is_home)) when
            "The entry was changed since the revision that was edited; `current` is its present state",
        Refusal::Form(fault) => Invalid.in_fields([fault]) when "A field is missing, wrong or of the wrong type",
    }
}
