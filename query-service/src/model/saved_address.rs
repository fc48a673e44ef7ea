//! An entry of an address book.

use serde::Serialize;
use shared_events::shop;
use utoipa::ToSchema;
use uuid::Uuid;

/// An entry of an address book.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedAddress {
    /// The entry's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The number of its last change: an edit names the one that was read.
    pub revision: i64,
    /// The entry's name; `Home` for the primary address.
    pub name: String,
    /// The first name; the account's own name if the entry has none.
    pub first_name: String,
    /// The last name; the account's own name if the entry has none.
    pub last_name: String,
    /// Street and number.
    pub address: String,
    /// The apartment, if any.
    pub apartment: String,
    /// The city.
    pub city: String,
    /// The state, as two letters.
    pub state: String,
    /// The ZIP code.
    pub zip_code: String,
    /// Country name.
    pub country: String,
    /// Whether it is the account's own address.
    pub is_primary: bool,
}

impl SavedAddress {
    /// Creates the answer for an entry of this owner's address book.
    pub fn new(id: Uuid, entry: shop::SavedAddress, is_home: bool, revision: i64, owner: &str) -> Self {
        let nobody = entry.first_name.is_empty() && entry.last_name.is_empty();
        let (first_name, last_name) = match owner.rsplit_once(' ') {
            _ if !nobody => (entry.first_name, entry.last_name),
            Some((first, last)) => (first.to_owned(), last.to_owned()),
            None => (owner.to_owned(), String::new()),
        };
        let postal = entry.postal;
        Self {
            underscore_id: id,
            id,
            revision,
            name: if is_home { "Home".to_owned() } else { entry.name },
            first_name,
            last_name,
            address: postal.street,
            apartment: entry.apartment,
            city: postal.city,
            state: postal.state,
            zip_code: postal.zip_code,
            country: postal.country,
            is_primary: is_home,
        }
    }
}
