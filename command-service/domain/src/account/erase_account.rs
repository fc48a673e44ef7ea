//! An account is closed because its owner's personal data is erased.

use std::convert::Infallible;

use shared_events::{Role, events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::{Account, Profile};
use crate::Command;

/// Reasons why an operator can neither erase a person nor export the person's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPerson {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// The person was erased before.
    #[error("This person is forgotten already")]
    Forgotten,
}

/// The profile of the account's owner.
///
/// # Errors
/// There is no owner, or not any more.
pub fn person(account: Account) -> Result<Profile, NoPerson> {
    let missing = if account.erased { NoPerson::Forgotten } else { NoPerson::NotFound };
    account.profile.ok_or(missing)
}

/// Only operators create and remove admins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Admin accounts cannot be deleted here")]
pub struct AdminStays;

/// Checks the role of an account that is to be deleted.
///
/// # Errors
/// It is an admin's account.
pub fn check_role(role: Role) -> Result<(), AdminStays> {
    if role == Role::Admin { Err(AdminStays) } else { Ok(()) }
}

/// Close the account. Never refused, because the key to the personal data is deleted before; the rules above are checked
/// before both.
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
    use crate::{Aggregate, account::testing::*, testing::given};

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

    #[test]
    fn a_person_is_there_from_the_opening_to_the_erasure() {
        let person = |history: &[AccountEvent]| person(Account::fold(history)).map(|found| found.account_id);
        assert_eq!(person(&[]), Err(NoPerson::NotFound));
        assert_eq!(person(&[mia().opened()]), Ok(MERCHANT));
        assert_eq!(person(&[mia().opened(), mia().erased()]), Err(NoPerson::Forgotten));
    }

    #[test]
    fn only_admins_stay() {
        let checked = [Role::Customer, Role::Merchant, Role::Admin].map(check_role);
        assert_eq!(checked, [Ok(()), Ok(()), Err(AdminStays)]);
    }
}
