//! A pending e-mail address is withdrawn.

use std::convert::Infallible;

use shared_events::{
    events::AccountEvent,
    ids::{AccountId, VerificationId},
};
use uuid::Uuid;

use super::Account;
use crate::Command;

/// Withdraw the pending address.
#[derive(Clone, Copy, Debug)]
pub struct WithdrawEmailChange {
    /// Id of the account.
    pub account_id: AccountId,
    /// The request whose address is withdrawn; `None` withdraws any.
    pub request: Option<VerificationId>,
}

impl Command for WithdrawEmailChange {
    type Aggregate = Account;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Withdraws the pending address of this request; `None` withdraws any.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Infallible> {
        let Self { request, .. } = *self;
        let Some(profile) = &account.profile else { return Ok(Vec::new()) };
        Ok(match &profile.pending_email {
            Some(pending) if request.is_none_or(|request| request == pending.link.request_id) => {
                vec![AccountEvent::EmailChangeWithdrawn { account_id: profile.account_id }]
            }
            _ => Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    #[test]
    fn a_pending_address_is_withdrawn() {
        for request in [None, Some(LINK)] {
            given::<Account>(&[anna().opened(), email_change_requested(LINK, 1)])
                .when(&WithdrawEmailChange { account_id: CUSTOMER, request })
                .then(&[email_change_withdrawn()]);
        }
    }

    #[test]
    fn an_address_that_is_not_pending_is_not_withdrawn() {
        let asked = email_change_requested(LINK, 1);
        let other = email_change_requested(LATER_LINK, 1);
        for (later, request) in
            [(vec![], None), (vec![asked.clone(), email_changed()], None), (vec![asked, other], Some(LINK))]
        {
            given::<Account>(&[vec![anna().opened()], later].concat())
                .when(&WithdrawEmailChange { account_id: CUSTOMER, request })
                .then_nothing();
        }
    }
}
