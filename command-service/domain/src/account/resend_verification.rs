//! The owner of an account asks for another link to verify an e-mail address.

use chrono::{DateTime, Utc};
use shared_events::{
    events::AccountEvent,
    ids::{AccountId, VerificationId},
};
use uuid::Uuid;

use super::{Account, LINK_LIFETIME};
use crate::Command;

/// Send another link.
#[derive(Clone, Copy, Debug)]
pub struct ResendVerification {
    /// Id of the account.
    pub account_id: AccountId,
    /// Id that the link carries.
    pub request_id: VerificationId,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// No address waits for verification.
    #[error("Your email address is already verified.")]
    AlreadyVerified,
}

impl Command for ResendVerification {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// A pending new address takes precedence over the current one. Its new link keeps the session
    /// generation of the first, so it becomes void with it: the caller may not know the password.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let profile = account.active().ok_or(Refusal::NotFound)?;
        let Self { request_id, now, .. } = *self;
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn resend() -> ResendVerification {
        ResendVerification { account_id: CUSTOMER, request_id: LINK, now: minute(60) - LINK_LIFETIME }
    }

    #[test]
    fn a_new_account_gets_another_link() {
        given::<Account>(&[anna().opened(), verification_requested(LATER_LINK)])
            .when(&resend())
            .then(&[verification_requested(LINK)]);
    }

    #[test]
    fn the_new_link_to_a_pending_address_becomes_void_with_the_first() {
        given::<Account>(&[anna().opened(), email_change_requested(LATER_LINK, 7)])
            .when(&resend())
            .then(&[email_change_requested(LINK, 7)]);
    }

    #[test]
    fn a_verified_address_gets_no_link() {
        for later in [vec![], vec![verification_requested(LATER_LINK), email_verified()]] {
            given::<Account>(&[vec![anna().opened()], later].concat())
                .when(&resend())
                .then_refused(Refusal::AlreadyVerified);
        }
    }

    #[test]
    fn a_deactivated_account_gets_a_link_only_after_reactivation() {
        let shut_out = [anna().opened(), verification_requested(LATER_LINK), anna().deactivated()];
        given::<Account>(&shut_out).when(&resend()).then_refused(Refusal::NotFound);
        given::<Account>(&[&shut_out[..], &[anna().reactivated()]].concat())
            .when(&resend())
            .then(&[verification_requested(LINK)]);
    }
}
