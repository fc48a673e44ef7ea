//! A batch's changes to the table `users`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use postgres_kit::bigint;
use serde_json::{Map, Value, json};
use shared_events::{RawEvent, Recorded, Role, events::AccountEvent, ids::AccountId, shop::BusinessProfile};
use uuid::Uuid;

use crate::views::decode::known;

/// An account that was opened in this batch.
pub(crate) struct Opened {
    pub(crate) account: Uuid,
    pub(crate) role: Role,
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) phone: Option<String>,
    pub(crate) business: Option<BusinessProfile>,
    pub(crate) at: DateTime<Utc>,
    pub(crate) revision: i64,
}

/// A batch's changes to all accounts.
#[derive(Default)]
pub(crate) struct UserChanges {
    pub(crate) opened: Vec<Opened>,
    /// By account, the changes for `update_users.sql`.
    pub(crate) changes: HashMap<Uuid, Map<String, Value>>,
}

impl UserChanges {
    pub(super) fn fold(&mut self, recorded: &Recorded<RawEvent>, event: AccountEvent) {
        let revision = bigint(recorded.version);
        if event.revises_settings() {
            self.set(AccountId::new(recorded.stream.id), json!({ "revision": revision }));
        }
        match event {
            AccountEvent::AccountOpened { account_id, role, name, email, phone, business, .. } => {
                self.opened.push(Opened {
                    account: account_id.uuid(),
                    role,
                    name: name.into_inner(),
                    email: email.into_inner(),
                    phone: known(phone),
                    business,
                    at: recorded.recorded_at,
                    revision,
                });
            }
            AccountEvent::MerchantApproved { account_id, reason } => {
                self.set(account_id, json!({ "approval": "approved", "approvalReason": reason }));
            }
            AccountEvent::MerchantRejected { account_id, reason } => {
                self.set(account_id, json!({ "approval": "rejected", "approvalReason": reason }));
            }
            AccountEvent::NameChanged { account_id, name } => {
                self.set(account_id, json!({ "name": name.into_inner() }));
            }
            AccountEvent::EmailChanged { account_id, email } => {
                let email = email.into_inner();
                self.set(account_id, json!({ "email": email, "emailVerified": true, "pendingEmail": null }));
            }
            AccountEvent::EmailVerificationRequested { account_id, .. } => {
                self.set(account_id, json!({ "emailVerified": false }));
            }
            AccountEvent::EmailVerified { account_id } => {
                self.set(account_id, json!({ "emailVerified": true }));
            }
            AccountEvent::EmailChangeRequested { account_id, email, .. } => {
                self.set(account_id, json!({ "pendingEmail": email.into_inner() }));
            }
            AccountEvent::EmailChangeWithdrawn { account_id } => {
                self.set(account_id, json!({ "pendingEmail": null }));
            }
            AccountEvent::PhoneChanged { account_id, phone } => {
                self.set(account_id, json!({ "phone": known(phone) }));
            }
            AccountEvent::BusinessProfileChanged { account_id, business, website } => {
                self.set(account_id, json!({ "business": business, "website": website }));
            }
            AccountEvent::BusinessPapersChanged { account_id, license, tax_id } => {
                self.set(account_id, json!({ "license": known(license), "taxId": known(tax_id) }));
            }
            AccountEvent::BusinessPhotoChosen { account_id, url, .. } => {
                self.set(account_id, json!({ "photoUrl": url }));
            }
            AccountEvent::BusinessPhotoRemoved { account_id } => {
                self.set(account_id, json!({ "photoUrl": null }));
            }
            AccountEvent::EmailPreferencesChosen { account_id, wanted } => {
                self.set(account_id, json!({ "emailWanted": wanted, "emailWantedRevision": revision }));
            }
            AccountEvent::AccountDeactivated { account_id, .. } => {
                self.set(account_id, json!({ "isActive": false, "pendingEmail": null }));
            }
            AccountEvent::AccountReactivated { account_id, .. } => {
                self.set(account_id, json!({ "isActive": true }));
            }
            AccountEvent::HomeAddressChanged { .. }
            | AccountEvent::AddressAdded { .. }
            | AccountEvent::AddressChanged { .. }
            | AccountEvent::AddressRemoved { .. }
            | AccountEvent::AccountErased { .. } => {}
        }
    }

    fn set(&mut self, account: AccountId, members: Value) {
        if let Value::Object(members) = members {
            self.changes.entry(account.uuid()).or_default().extend(members);
        }
    }
}
