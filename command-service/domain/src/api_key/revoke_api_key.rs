//! The owner of an API key, or an admin, revokes it.

use shared_events::{
    events::ApiKeyEvent,
    ids::{AccountId, ApiKeyId},
};
use uuid::Uuid;

use super::ApiKeys;
use crate::Command;

/// Revoke a key.
#[derive(Clone, Copy, Debug)]
pub struct RevokeApiKey {
    /// The account that should have the key.
    pub account_id: AccountId,
    pub key_id: ApiKeyId,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such key, or it belongs to another account.
    #[error("API key not found")]
    NotFound,
}

impl Command for RevokeApiKey {
    type Aggregate = ApiKeys;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Revoking a key twice changes nothing.
    fn decide(&self, keys: &ApiKeys) -> Result<Vec<ApiKeyEvent>, Refusal> {
        let Self { account_id, key_id } = *self;
        if keys.revoked.contains(&key_id) {
            return Ok(Vec::new());
        }
        if !keys.live.contains_key(&key_id) {
            return Err(Refusal::NotFound);
        }
        Ok(vec![ApiKeyEvent::ApiKeyRevoked { account_id, key_id }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        account::testing::MERCHANT,
        api_key::testing::{TILL, created, revoked},
        testing::given,
    };

    const REVOKE: RevokeApiKey = RevokeApiKey { account_id: MERCHANT, key_id: TILL };

    #[test]
    fn a_key_is_revoked_once() {
        given::<ApiKeys>(&[created()]).when(&REVOKE).then(&[revoked()]);
        given::<ApiKeys>(&[created(), revoked()]).when(&REVOKE).then_nothing();
    }

    #[test]
    fn a_key_that_was_never_created_is_not_found() {
        given::<ApiKeys>(&[]).when(&REVOKE).then_refused(Refusal::NotFound);
        let other = RevokeApiKey { key_id: ApiKeyId::new(Uuid::from_u128(9)), ..REVOKE };
        given::<ApiKeys>(&[created()]).when(&other).then_refused(Refusal::NotFound);
    }
}
