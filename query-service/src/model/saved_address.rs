//! An entry of an address book.

use serde::Serialize;
use shared_events::shop;
use utoipa::ToSchema;
use uuid::Uuid;

/// An entry of an address book.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedAddress {
    /// The entry.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// `Home` for the primary address.
    pub name: String,
    /// The account's own name where none was given.
    pub first_name: String,
    /// The account's own name where none was given.
    pub last_name: String,
    /// Street and number.
    pub address: String,
    /// Optional.
    pub apartment: String,
    /// City.
    pub city: String,
    /// Two letters.
    pub state: String,
    /// ZIP code.
    pub zip_code: String,
    /// Country name.
    pub country: String,
    /// It is the account's own address.
    pub is_primary: bool,
}

impl SavedAddress {
    /// Creates the answer for an entry of this owner's address book.
    pub fn new(id: Uuid, entry: shop::SavedAddress, is_home: bool, owner: &str) -> Self {
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
