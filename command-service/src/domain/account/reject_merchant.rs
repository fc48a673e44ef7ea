//! An admin does not let a merchant sell.

use shared_events::{events::AccountEvent, ids::AccountId};

use super::{Account, Approval};

/// Do not let this merchant sell.
#[derive(Clone, Debug)]
pub struct RejectMerchant {
    /// Whose account.
    pub account_id: AccountId,
    /// What the merchant is told.
    pub reason: String,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// Customers and admins sell nothing.
    #[error("Only merchants can be approved or rejected")]
    NotAMerchant,
    /// Somebody decided before.
    #[error("This merchant has already been reviewed")]
    AlreadyReviewed,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(account: &Account, command: &RejectMerchant) -> Result<Vec<AccountEvent>, Refusal> {
    account.profile.as_ref().ok_or(Refusal::NotFound)?;
    match account.merchant().ok_or(Refusal::NotAMerchant)?.approval {
        Approval::Pending => Ok(vec![AccountEvent::MerchantRejected {
            account_id: command.account_id,
            reason: command.reason.clone(),
        }]),
        Approval::Approved { .. } | Approval::Rejected { .. } => Err(Refusal::AlreadyReviewed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{account::testing::*, testing::given};

    fn reject() -> RejectMerchant {
        RejectMerchant { account_id: MERCHANT, reason: "No licence".to_owned() }
    }

    #[test]
    fn a_new_merchant_is_rejected() {
        given::<Account>(&[merchant_opened()])
            .when(|account| decide(account, &reject()))
            .then(&[merchant_rejected()]);
    }

    #[test]
    fn who_was_reviewed_is_not_rejected() {
        for review in [merchant_approved(), merchant_rejected()] {
            given::<Account>(&[merchant_opened(), review])
                .when(|account| decide(account, &reject()))
                .then_refused(Refusal::AlreadyReviewed);
        }
    }

    #[test]
    fn a_customer_is_not_rejected() {
        given::<Account>(&[customer_opened()])
            .when(|account| decide(account, &reject()))
            .then_refused(Refusal::NotAMerchant);
    }

    #[test]
    fn nobody_is_not_found() {
        given::<Account>(&[]).when(|account| decide(account, &reject())).then_refused(Refusal::NotFound);
    }
}
