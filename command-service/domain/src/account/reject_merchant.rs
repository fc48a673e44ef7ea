//! An admin rejects a merchant. A rejected merchant may not sell.

use shared_events::{events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::{Account, Approval};
use crate::Command;

#[derive(Clone, Debug)]
pub struct RejectMerchant {
    pub account_id: AccountId,
    /// Shown to the merchant.
    pub reason: String,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// Customers and admins sell nothing.
    #[error("Only merchants can be approved or rejected")]
    NotAMerchant,
    /// An admin has already decided.
    #[error("This merchant has already been reviewed")]
    AlreadyReviewed,
}

impl Command for RejectMerchant {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        account.profile.as_ref().ok_or(Refusal::NotFound)?;
        match account.merchant().ok_or(Refusal::NotAMerchant)?.approval {
            Approval::Pending => Ok(vec![AccountEvent::MerchantRejected {
                account_id: self.account_id,
                reason: self.reason.clone(),
            }]),
            Approval::Approved { .. } | Approval::Rejected { .. } => Err(Refusal::AlreadyReviewed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn reject() -> RejectMerchant {
        RejectMerchant { account_id: MERCHANT, reason: "No licence".to_owned() }
    }

    #[test]
    fn a_new_merchant_is_rejected() {
        given::<Account>(&[mia().opened()]).when(&reject()).then(&[mia().rejected()]);
    }

    #[test]
    fn a_reviewed_merchant_is_not_rejected() {
        for review in [mia().approved(), mia().rejected()] {
            given::<Account>(&[mia().opened(), review])
                .when(&reject())
                .then_refused(Refusal::AlreadyReviewed);
        }
    }

    #[test]
    fn a_customer_is_not_rejected() {
        given::<Account>(&[anna().opened()]).when(&reject()).then_refused(Refusal::NotAMerchant);
    }

    #[test]
    fn a_missing_account_is_not_found() {
        given::<Account>(&[]).when(&reject()).then_refused(Refusal::NotFound);
    }
}
