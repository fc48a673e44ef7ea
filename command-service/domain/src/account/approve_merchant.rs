//! An admin approves a merchant, who may sell from then on.

use shared_events::{events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::{Account, Approval};
use crate::Command;

#[derive(Clone, Debug)]
pub struct ApproveMerchant {
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
    /// Customers and admins sell nothing.
    #[error("Only merchants can be approved or rejected")]
    NotAMerchant,
    /// The merchant has been approved before.
    #[error("This merchant has already been approved")]
    AlreadyApproved,
}

impl Command for ApproveMerchant {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// A rejected merchant can still be approved. If the business was renamed since its approval, approving
    /// it again accepts the new name.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        account.profile.as_ref().ok_or(Refusal::NotFound)?;
        let merchant = account.merchant().ok_or(Refusal::NotAMerchant)?;
        match &merchant.approval {
            Approval::Approved { business_name, .. } if business_name == merchant.business_name() => {
                Err(Refusal::AlreadyApproved)
            }
            Approval::Approved { .. } | Approval::Pending | Approval::Rejected { .. } => {
                Ok(vec![AccountEvent::MerchantApproved {
                    account_id: self.account_id,
                    reason: self.reason.clone(),
                }])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn approve() -> ApproveMerchant {
        ApproveMerchant { account_id: MERCHANT, reason: None }
    }

    #[test]
    fn a_new_merchant_is_approved() {
        given::<Account>(&[mia().opened()]).when(&approve()).then(&[mia().approved()]);
    }

    #[test]
    fn a_rejected_merchant_can_still_be_approved() {
        given::<Account>(&[mia().opened(), mia().rejected()]).when(&approve()).then(&[mia().approved()]);
    }

    #[test]
    fn a_merchant_is_approved_once() {
        given::<Account>(&[mia().opened(), mia().approved()])
            .when(&approve())
            .then_refused(Refusal::AlreadyApproved);
    }

    #[test]
    fn a_new_name_of_an_approved_business_is_accepted_once() {
        let renamed = [mia().opened(), mia().approved(), mia().business_renamed("Sunny Field")];
        given::<Account>(&renamed).when(&approve()).then(&[mia().approved()]);
        given::<Account>(&[&renamed[..], &[mia().approved()]].concat())
            .when(&approve())
            .then_refused(Refusal::AlreadyApproved);
    }

    #[test]
    fn a_customer_is_not_approved() {
        given::<Account>(&[anna().opened()]).when(&approve()).then_refused(Refusal::NotAMerchant);
    }

    #[test]
    fn an_erased_account_is_not_found() {
        given::<Account>(&[mia().opened(), mia().erased()]).when(&approve()).then_refused(Refusal::NotFound);
    }

    #[test]
    fn a_missing_account_is_not_found() {
        given::<Account>(&[]).when(&approve()).then_refused(Refusal::NotFound);
    }
}
