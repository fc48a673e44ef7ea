//! `GET /users/addresses`: the address book.

use axum::extract::State;
use serde::Serialize;
use service_kit::{Problem, caller::Caller, extract::Json};
use utoipa::ToSchema;

use crate::{
    App,
    model::SavedAddress,
    queries::{accounts, failed},
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW];

/// The caller's address book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AddressList {
    /// The addresses: the primary one first, then the oldest first.
    addresses: Vec<SavedAddress>,
}

/// List the caller's addresses
#[utoipa::path(
    get,
    path = "/users/addresses",
    tag = "users",
    responses((status = 200, body = AddressList)),
    security(("bearer" = [])),
)]
pub(crate) async fn list_addresses(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<AddressList>, Problem> {
    let addresses = accounts::addresses(&app.pool, caller.account).await.map_err(failed)?;
    Ok(Json(AddressList { addresses }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::{Personal, events::AccountEvent, ids::AddressId, shop};
    use uuid::Uuid;

    use crate::testing::Market;

    #[tokio::test]
    async fn the_home_address_comes_first_and_is_the_accounts_own() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada Lovelace").await;
        assert_eq!(market.get_as(&ada, "/users/addresses").await.ok(), json!({ "addresses": [] }));
        let postal = |street: &str| shop::Address {
            street: street.to_owned(),
            city: "Burlington".to_owned(),
            ..shop::Address::default()
        };
        let [cabin, work] = [1, 2].map(|number| AddressId::new(Uuid::from_u128(number)));
        for (address_id, name, street) in [(cabin, "Cabin", "9 Lake Road"), (work, "Work", "1 Hill Road")] {
            let entry = shop::SavedAddress {
                name: name.to_owned(),
                postal: postal(street),
                ..shop::SavedAddress::default()
            };
            let address = Personal::new(ada.id.uuid(), entry);
            let added = AccountEvent::AddressAdded { account_id: ada.id, address_id, address };
            market.append(ada.id.uuid(), ada.actor(), added).await;
        }
        let home = |address_id, street| AccountEvent::HomeAddressChanged {
            account_id: ada.id,
            address_id,
            address: Personal::new(ada.id.uuid(), postal(street)),
        };
        market.append(ada.id.uuid(), ada.actor(), home(cabin, "9 Lake Road")).await;
        market.append(ada.id.uuid(), ada.actor(), home(work, "2 Hill Road")).await;
        let answer = market.get_as(&ada, "/users/addresses").await.ok();
        let shown: Vec<_> = answer["addresses"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| (&entry["name"], &entry["address"], &entry["isPrimary"], &entry["firstName"]))
            .collect();
        assert_eq!(
            shown,
            [
                (&json!("Home"), &json!("2 Hill Road"), &json!(true), &json!("Ada")),
                (&json!("Cabin"), &json!("9 Lake Road"), &json!(false), &json!("Ada")),
            ]
        );
        let me = market.get_as(&ada, "/auth/me").await.ok();
        assert_eq!(me["address"]["street"], "2 Hill Road");
        let removed = AccountEvent::AddressRemoved { account_id: ada.id, address_id: work };
        market.append(ada.id.uuid(), ada.actor(), removed).await;
        assert!(market.get_as(&ada, "/auth/me").await.ok().get("address").is_none());
    }
}
