//! An admin deactivates an account: its owner is logged out and cannot log in.

use shared_events::{Role, events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::Account;
use crate::Command;

#[derive(Clone, Debug)]
pub struct DeactivateAccount {
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
    /// An admin cannot be deactivated: no other role could undo it.
    #[error("Admin users cannot be deactivated")]
    Admin,
    /// The account has been deactivated before.
    #[error("This user has already been deactivated")]
    AlreadyDeactivated,
}

impl Command for DeactivateAccount {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let profile = account.profile.as_ref().ok_or(Refusal::NotFound)?;
        if profile.role == Role::Admin {
            return Err(Refusal::Admin);
        }
        if !profile.active {
            return Err(Refusal::AlreadyDeactivated);
        }
        let Self { account_id, reason } = self.clone();
        Ok(vec![AccountEvent::AccountDeactivated { account_id, reason }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn deactivate() -> DeactivateAccount {
        DeactivateAccount { account_id: MERCHANT, reason: Some("Asked by phone".to_owned()) }
    }

    #[test]
    fn an_account_is_deactivated() {
        for history in [vec![mia().opened()], vec![mia().opened(), mia().approved()]] {
            given::<Account>(&history).when(&deactivate()).then(&[mia().deactivated_for("Asked by phone")]);
        }
    }

    #[test]
    fn an_account_that_was_reactivated_can_be_deactivated_again() {
        given::<Account>(&[mia().opened(), mia().deactivated_for("Asked by phone"), mia().reactivated()])
            .when(&deactivate())
            .then(&[mia().deactivated_for("Asked by phone")]);
    }

    #[test]
    fn a_deactivated_account_is_not_deactivated_again() {
        given::<Account>(&[mia().opened(), mia().deactivated_for("Asked by phone")])
            .when(&deactivate())
            .then_refused(Refusal::AlreadyDeactivated);
    }

    #[test]
    fn an_admin_is_not_deactivated() {
        given::<Account>(&[ada().opened()]).when(&deactivate()).then_refused(Refusal::Admin);
    }

    #[test]
    fn a_missing_account_is_not_found() {
        for history in [vec![], vec![mia().opened(), mia().erased()]] {
            given::<Account>(&history).when(&deactivate()).then_refused(Refusal::NotFound);
        }
    }
}
