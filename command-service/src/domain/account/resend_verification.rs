//! The owner of an account asks for another link to an address that is not verified yet.

use chrono::{DateTime, Utc};
use shared_events::{events::AccountEvent, ids::VerificationId};

use super::{Account, LINK_LIFETIME};

/// Promise another link.
#[derive(Clone, Copy, Debug)]
pub struct ResendVerification {
    /// What the link is for.
    pub request_id: VerificationId,
    /// Now.
    pub now: DateTime<Utc>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// There is nothing to verify.
    #[error("Your email address is already verified.")]
    AlreadyVerified,
}

/// Decides. A wanted address goes first. Its new link is void as soon as the one before would have been: who asks may
/// not know the password.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(account: &Account, command: &ResendVerification) -> Result<Vec<AccountEvent>, Refusal> {
    let profile = account.active().ok_or(Refusal::NotFound)?;
    let ResendVerification { request_id, now } = *command;
    let (account_id, expires_at) = (profile.account_id, now + LINK_LIFETIME);
    Ok(vec![match &profile.pending_email {
        Some(pending) => AccountEvent::EmailChangeRequested {
            account_id,
            request_id,
            email: pending.email.clone(),
            generation: pending.generation,
            expires_at,
        },
        None if profile.email_verified => return Err(Refusal::AlreadyVerified),
        None => AccountEvent::EmailVerificationRequested { account_id, request_id, expires_at },
    }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{account::testing::*, testing::given};

    fn resend() -> ResendVerification {
        ResendVerification { request_id: LINK, now: minute(60) - LINK_LIFETIME }
    }

    #[test]
    fn a_new_account_gets_another_link() {
        given::<Account>(&[customer_opened(), verification_requested(LATER_LINK)])
            .when(|account| decide(account, &resend()))
            .then(&[verification_requested(LINK)]);
    }

    #[test]
    fn a_wanted_address_gets_another_link_that_is_void_when_the_first_is() {
        given::<Account>(&[customer_opened(), email_change_requested(LATER_LINK, 7)])
            .when(|account| decide(account, &resend()))
            .then(&[email_change_requested(LINK, 7)]);
    }

    #[test]
    fn a_verified_address_gets_none() {
        for later in [vec![], vec![verification_requested(LATER_LINK), email_verified()]] {
            given::<Account>(&[vec![customer_opened()], later].concat())
                .when(|account| decide(account, &resend()))
                .then_refused(Refusal::AlreadyVerified);
        }
    }

    #[test]
    fn an_account_that_was_shut_out_gets_another_link_when_it_is_let_in() {
        let shut_out = [customer_opened(), verification_requested(LATER_LINK), customer_deactivated()];
        given::<Account>(&shut_out)
            .when(|account| decide(account, &resend()))
            .then_refused(Refusal::NotFound);
        given::<Account>(&[&shut_out[..], &[customer_reactivated()]].concat())
            .when(|account| decide(account, &resend()))
            .then(&[verification_requested(LINK)]);
    }
}
