//! An admin reactivates an account: its owner can log in again.

use shared_events::{events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::Account;
use crate::Command;

#[derive(Clone, Debug)]
pub struct ReactivateAccount {
    pub account_id: AccountId,
    /// The admin's note.
    pub reason: Option<String>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// The account is not deactivated.
    #[error("This user is already active")]
    AlreadyActive,
}

impl Command for ReactivateAccount {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        if account.profile.as_ref().ok_or(Refusal::NotFound)?.active {
            return Err(Refusal::AlreadyActive);
        }
        let Self { account_id, reason } = self.clone();
        Ok(vec![AccountEvent::AccountReactivated { account_id, reason }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn reactivate() -> ReactivateAccount {
        ReactivateAccount { account_id: MERCHANT, reason: None }
    }

    #[test]
    fn a_deactivated_account_is_reactivated() {
        given::<Account>(&[mia().opened(), mia().deactivated_for("Asked by phone")])
            .when(&reactivate())
            .then(&[mia().reactivated()]);
    }

    #[test]
    fn an_active_account_is_not_reactivated() {
        for history in [
            vec![mia().opened()],
            vec![mia().opened(), mia().deactivated_for("Asked by phone"), mia().reactivated()],
        ] {
            given::<Account>(&history).when(&reactivate()).then_refused(Refusal::AlreadyActive);
        }
    }

    #[test]
    fn a_missing_account_is_not_found() {
        for history in [vec![], vec![mia().opened(), mia().deactivated_for("Asked by phone"), mia().erased()]]
        {
            given::<Account>(&history).when(&reactivate()).then_refused(Refusal::NotFound);
        }
    }
}
