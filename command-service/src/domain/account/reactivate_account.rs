//! An admin lets somebody in again.

use shared_events::{events::AccountEvent, ids::AccountId};

use super::Account;

/// Let this account in again.
#[derive(Clone, Debug)]
pub struct ReactivateAccount {
    /// Whose account.
    pub account_id: AccountId,
    /// The admin's note.
    pub reason: Option<String>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// Nobody has shut it out.
    #[error("This user is already active")]
    AlreadyActive,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(account: &Account, command: &ReactivateAccount) -> Result<Vec<AccountEvent>, Refusal> {
    if account.profile.as_ref().ok_or(Refusal::NotFound)?.active {
        return Err(Refusal::AlreadyActive);
    }
    let ReactivateAccount { account_id, reason } = command.clone();
    Ok(vec![AccountEvent::AccountReactivated { account_id, reason }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{account::testing::*, testing::given};

    fn reactivate() -> ReactivateAccount {
        ReactivateAccount { account_id: MERCHANT, reason: None }
    }

    #[test]
    fn who_was_shut_out_is_let_in_again() {
        given::<Account>(&[merchant_opened(), merchant_deactivated()])
            .when(|account| decide(account, &reactivate()))
            .then(&[merchant_reactivated()]);
    }

    #[test]
    fn who_was_not_shut_out_need_not_be_let_in() {
        for history in
            [vec![merchant_opened()], vec![merchant_opened(), merchant_deactivated(), merchant_reactivated()]]
        {
            given::<Account>(&history)
                .when(|account| decide(account, &reactivate()))
                .then_refused(Refusal::AlreadyActive);
        }
    }

    #[test]
    fn nobody_is_not_found() {
        for history in [vec![], vec![merchant_opened(), merchant_deactivated(), merchant_erased()]] {
            given::<Account>(&history)
                .when(|account| decide(account, &reactivate()))
                .then_refused(Refusal::NotFound);
        }
    }
}
