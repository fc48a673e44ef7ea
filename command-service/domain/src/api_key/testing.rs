//! Events and ids of API keys for tests.

use shared_events::{Personal, Role, events::ApiKeyEvent, ids::ApiKeyId};
use uuid::Uuid;

use crate::account::testing::MERCHANT;

/// The key of the merchant's till.
pub(super) const TILL: ApiKeyId = ApiKeyId::new(Uuid::from_u128(0x7111));
pub(super) const HASH: &str = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";

pub(super) fn created() -> ApiKeyEvent {
    ApiKeyEvent::ApiKeyCreated {
        account_id: MERCHANT,
        role: Role::Merchant,
        key_id: TILL,
        name: Personal::new(MERCHANT.uuid(), "Till".to_owned()),
        scopes: vec!["products:write".to_owned(), "orders:read".to_owned()],
        hash: HASH.to_owned(),
    }
}

pub(super) fn revoked() -> ApiKeyEvent {
    ApiKeyEvent::ApiKeyRevoked { account_id: MERCHANT, key_id: TILL }
}
