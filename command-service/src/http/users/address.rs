//! An entry of the address book in requests and responses.

use std::convert::Infallible;

use domain::account::{Account, address_entry_form::AddressEntryForm};
use serde::{Deserialize, Serialize};
use shared_events::{ids::AddressId, shop::SavedAddress};
use utoipa::ToSchema;

use crate::application::Failure;

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddressEntryRequest {
    /// The owner's name for the entry. The primary address is always shown as `Home`.
    #[schema(nullable = false)]
    name: Option<String>,
    /// Required in a new entry.
    #[schema(nullable = false)]
    first_name: Option<String>,
    /// Required in a new entry.
    #[schema(nullable = false)]
    last_name: Option<String>,
    /// Street and number.
    #[schema(nullable = false)]
    #[serde(alias = "street")]
    address: Option<String>,
    #[schema(nullable = false)]
    apartment: Option<String>,
    /// Taken from the ZIP code when left out.
    #[schema(nullable = false)]
    city: Option<String>,
    /// The state, as two letters; taken from the ZIP code when left out.
    #[schema(nullable = false)]
    state: Option<String>,
    /// Five digits, or five plus four.
    #[schema(nullable = false)]
    zip_code: Option<String>,
    /// `United States` (when left out) or `Canada`.
    #[schema(nullable = false)]
    country: Option<String>,
    /// Whether it becomes the primary address, which is the account's own. The first entry always does.
    #[schema(nullable = false)]
    pub(super) is_primary: Option<bool>,
}

impl From<AddressEntryRequest> for AddressEntryForm {
    fn from(request: AddressEntryRequest) -> Self {
        Self {
            name: request.name,
            first_name: request.first_name,
            last_name: request.last_name,
            street: request.address,
            apartment: request.apartment,
            city: request.city,
            state: request.state,
            zip_code: request.zip_code,
            country: request.country,
        }
    }
}

/// An entry of the address book.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddressEntry {
    /// The entry's id.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    underscore_id: AddressId,
    /// The same as `_id`.
    #[schema(value_type = Uuid)]
    id: AddressId,
    /// `Home` for the primary address.
    name: String,
    first_name: String,
    last_name: String,
    /// Street and number.
    address: String,
    apartment: String,
    city: String,
    /// The state, as two letters.
    state: String,
    zip_code: String,
    country: String,
    /// Whether it is the account's own address.
    is_primary: bool,
}

/// The saved entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AddressAnswer {
    /// Always true.
    success: bool,
    address: AddressEntry,
}

impl AddressAnswer {
    /// The account's entry with this id.
    pub(super) fn of(account: &Account, id: AddressId) -> Result<Self, Failure<Infallible>> {
        let missing = || Failure::Defect("an address that was saved is not there".to_owned());
        let book = &account.profile.as_ref().ok_or_else(missing)?.book;
        let saved = book.get(id).and_then(|entry| entry.address.get()).ok_or_else(missing)?.clone();
        let is_primary = book.home() == Some(id);
        let SavedAddress { name, first_name, last_name, apartment, postal } = saved;
        let address = AddressEntry {
            underscore_id: id,
            id,
            name: if is_primary { "Home".to_owned() } else { name },
            first_name,
            last_name,
            address: postal.street,
            apartment,
            city: postal.city,
            state: postal.state,
            zip_code: postal.zip_code,
            country: postal.country,
            is_primary,
        };
        Ok(Self { success: true, address })
    }
}
