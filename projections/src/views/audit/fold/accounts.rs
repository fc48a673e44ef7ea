//! Audit entries about accounts.

use serde_json::json;
use shared_events::{Role, events::AccountEvent};

use super::subject::{Decision, Subject, object};

/// Applies the event to an account. A customer's sign-up is no decision, but creates the subject.
pub(super) fn apply(subject: &mut Option<Subject>, event: AccountEvent) -> Option<Decision> {
    if let AccountEvent::AccountOpened { account_id, role, business, .. } = event {
        let is_merchant = role == Role::Merchant;
        let state = match is_merchant {
            true => json!({ "isActive": true, "approvalStatus": "pending" }),
            false => json!({ "isActive": true }),
        };
        let opened = subject.insert(Subject {
            kind: if is_merchant { "merchant" } else { "user" }.to_owned(),
            merchant_id: is_merchant.then_some(account_id.uuid()),
            name: business.map(|business| business.business_name),
            state: object(state),
            details: None,
            instructions: None,
        });
        return (role != Role::Customer).then(|| opened.begins("opened"));
    }
    let account = subject.as_mut()?;
    Some(match event {
        AccountEvent::MerchantApproved { reason, .. } => {
            account.becomes("approved", json!({ "approvalStatus": "approved" })).because(reason)
        }
        AccountEvent::MerchantRejected { reason, .. } => {
            account.becomes("rejected", json!({ "approvalStatus": "rejected" })).because(Some(reason))
        }
        AccountEvent::AccountDeactivated { reason, .. } => {
            account.becomes("deactivated", json!({ "isActive": false })).because(reason)
        }
        AccountEvent::AccountReactivated { reason, .. } => {
            account.becomes("reactivated", json!({ "isActive": true })).because(reason)
        }
        AccountEvent::AccountErased { .. } => account.ends("erased"),
        AccountEvent::BusinessProfileChanged { business, .. } => {
            account.name = Some(business.business_name);
            return None;
        }
        AccountEvent::AccountOpened { .. }
        | AccountEvent::NameChanged { .. }
        | AccountEvent::EmailChanged { .. }
        | AccountEvent::EmailVerificationRequested { .. }
        | AccountEvent::EmailVerified { .. }
        | AccountEvent::EmailChangeRequested { .. }
        | AccountEvent::EmailChangeWithdrawn { .. }
        | AccountEvent::PhoneChanged { .. }
        | AccountEvent::HomeAddressChanged { .. }
        | AccountEvent::AddressAdded { .. }
        | AccountEvent::AddressChanged { .. }
        | AccountEvent::AddressRemoved { .. }
        | AccountEvent::BusinessPapersChanged { .. }
        | AccountEvent::BusinessPhotoChosen { .. }
        | AccountEvent::BusinessPhotoRemoved { .. }
        | AccountEvent::EmailPreferencesChosen { .. } => return None,
    })
}
