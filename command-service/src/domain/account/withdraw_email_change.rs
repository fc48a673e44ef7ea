//! A wanted e-mail address is given up.

use shared_events::{events::AccountEvent, ids::VerificationId};

use super::Account;

/// Decides. Gives up the address that was asked for with this request, or whichever is wanted.
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
    use crate::domain::{account::testing::*, testing::given};

    #[test]
    fn a_wanted_address_is_given_up() {
        for request in [None, Some(LINK)] {
            given::<Account>(&[customer_opened(), email_change_requested(LINK, 1)])
                .when(|account| Ok::<_, Infallible>(decide(account, request)))
                .then(&[email_change_withdrawn()]);
        }
    }

    #[test]
    fn what_is_not_wanted_any_more_is_not_given_up() {
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
