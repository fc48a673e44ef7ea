//! An entry of the address book in requests and responses.

use std::convert::Infallible;

use domain::account::{Account, Entry, address_entry_form::AddressEntryForm};
use serde::{Deserialize, Serialize};
use shared_events::{ids::AddressId, shop::SavedAddress};
use utoipa::ToSchema;

use crate::application::Failure;

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AddressEntryRequest {
    /// In a change: the `revision` of the entry that was edited. If it has another one by now, nothing is changed, and the
    /// answer is a 409 whose `current` is the entry as it is now. When left out, the last save wins.
    #[schema(nullable = false)]
    pub(super) revision: Option<u64>,
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
    /// The number of its last change: an edit names the one that was read.
    revision: u64,
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
        let entry = book.get(id).ok_or_else(missing)?;
        Ok(Self { success: true, address: AddressEntry::new(entry, book.home() == Some(id)) })
    }
}

impl AddressEntry {
    /// The entry; one of an erased person is empty.
    pub(super) fn new(entry: &Entry, is_primary: bool) -> Self {
        let saved = entry.address.get().cloned().unwrap_or_default();
        let SavedAddress { name, first_name, last_name, apartment, postal } = saved;
        Self {
            underscore_id: entry.id,
            id: entry.id,
            revision: entry.revision,
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
        }
    }
}
