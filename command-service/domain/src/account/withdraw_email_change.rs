//! A pending e-mail address is withdrawn.

use shared_events::{events::AccountEvent, ids::VerificationId};

use super::Account;

/// Returns the events to append. Withdraws the pending address of this request; `None` withdraws any.
pub fn decide(account: &Account, request: Option<VerificationId>) -> Vec<AccountEvent> {
    let Some(profile) = &account.profile else { return Vec::new() };
    match &profile.pending_email {
        Some(pending) if request.is_none_or(|request| request == pending.link.request_id) => {
            vec![AccountEvent::EmailChangeWithdrawn { account_id: profile.account_id }]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{account::testing::*, testing::given};

    #[test]
    fn a_pending_address_is_withdrawn() {
        for request in [None, Some(LINK)] {
            given::<Account>(&[customer_opened(), email_change_requested(LINK, 1)])
                .when(|account| Ok::<_, Infallible>(decide(account, request)))
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
            given::<Account>(&[vec![customer_opened()], later].concat())
                .when(|account| Ok::<_, Infallible>(decide(account, request)))
                .then_nothing();
        }
    }
}
