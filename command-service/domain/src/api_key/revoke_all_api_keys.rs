//! All API keys of an account are revoked, because whoever created them may have stolen the password.

use std::convert::Infallible;

use shared_events::{events::ApiKeyEvent, ids::AccountId};
use uuid::Uuid;

use super::ApiKeys;
use crate::Command;

/// Revoke all keys of this account.
#[derive(Clone, Copy, Debug)]
pub struct RevokeAllApiKeys {
    pub account_id: AccountId,
}

impl Command for RevokeAllApiKeys {
    type Aggregate = ApiKeys;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, keys: &ApiKeys) -> Result<Vec<ApiKeyEvent>, Infallible> {
        let account_id = self.account_id;
        Ok(keys.live.keys().map(|&key_id| ApiKeyEvent::ApiKeyRevoked { account_id, key_id }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::MERCHANT, api_key::testing::*, testing::given};

    #[test]
    fn every_live_key_is_revoked() {
        let all = RevokeAllApiKeys { account_id: MERCHANT };
        given::<ApiKeys>(&[created()]).when(&all).then(&[revoked()]);
        given::<ApiKeys>(&[created(), revoked()]).when(&all).then_nothing();
        given::<ApiKeys>(&[]).when(&all).then_nothing();
    }
}
