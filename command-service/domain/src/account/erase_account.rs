//! An account is closed because its owner's personal data is erased.

use std::convert::Infallible;

use shared_events::{events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::Account;
use crate::Command;

/// Close the account.
#[derive(Clone, Copy, Debug)]
pub struct EraseAccount {
    /// Id of the account.
    pub account_id: AccountId,
}

impl Command for EraseAccount {
    type Aggregate = Account;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Returns the events to append: none if the account does not exist or is already erased.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Infallible> {
        let Self { account_id } = *self;
        if account.profile.is_none() {
            return Ok(Vec::new());
        }
        Ok(vec![AccountEvent::AccountErased { account_id }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    #[test]
    fn an_account_is_erased() {
        given::<Account>(&[mia().opened(), mia().approved()])
            .when(&EraseAccount { account_id: MERCHANT })
            .then(&[mia().erased()]);
    }

    #[test]
    fn erasing_again_changes_nothing() {
        for history in [vec![], vec![mia().opened(), mia().erased()]] {
            given::<Account>(&history).when(&EraseAccount { account_id: MERCHANT }).then_nothing();
        }
    }
}
