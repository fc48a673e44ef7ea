//! An account is closed because its owner's personal data is erased.

use shared_events::{events::AccountEvent, ids::AccountId};

use super::Account;

/// Returns the events to append: none if the account does not exist or is already erased.
pub fn decide(account: &Account, account_id: AccountId) -> Vec<AccountEvent> {
    if account.profile.is_none() {
        return Vec::new();
    }
    vec![AccountEvent::AccountErased { account_id }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{account::testing::*, testing::given};

    #[test]
    fn an_account_is_erased() {
        given::<Account>(&[merchant_opened(), merchant_approved()])
            .when(|account| Ok::<_, Infallible>(decide(account, MERCHANT)))
            .then(&[merchant_erased()]);
    }

    #[test]
    fn erasing_again_changes_nothing() {
        for history in [vec![], vec![merchant_opened(), merchant_erased()]] {
            given::<Account>(&history)
                .when(|account| Ok::<_, Infallible>(decide(account, MERCHANT)))
                .then_nothing();
        }
    }
}
