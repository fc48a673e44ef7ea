//! A batch's changes to the table `merchants`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::FromRow;
use shared_events::{
    RawEvent, Recorded,
    events::AccountEvent,
    ids::AddressId,
    shop::{Address, BusinessProfile},
};
use uuid::Uuid;

use crate::views::{
    columns::{json, optional_json},
    decode::known,
};

/// A merchant, with admins' decisions about it.
#[derive(FromRow)]
pub(crate) struct Merchant {
    pub(crate) merchant_id: Uuid,
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) phone: Option<String>,
    pub(crate) home_address: Option<Uuid>,
    #[row(with = optional_json)]
    pub(crate) address: Option<Address>,
    #[row(with = json)]
    pub(crate) business: BusinessProfile,
    pub(crate) approval: String,
    pub(crate) approval_reason: Option<String>,
    pub(crate) opened_at: DateTime<Utc>,
    pub(crate) approved_name: Option<String>,
    pub(crate) renamed_at: Option<DateTime<Utc>>,
}

impl Merchant {
    fn apply(&mut self, at: DateTime<Utc>, event: AccountEvent) {
        match event {
            AccountEvent::MerchantApproved { reason, .. } => {
                self.decided("approved", reason);
                self.approved_name = Some(self.business.business_name.clone());
            }
            AccountEvent::MerchantRejected { reason, .. } => self.decided("rejected", Some(reason)),
            AccountEvent::NameChanged { name, .. } => self.name = name.into_inner(),
            AccountEvent::EmailChanged { email, .. } => self.email = email.into_inner(),
            AccountEvent::PhoneChanged { phone, .. } => self.phone = known(phone),
            AccountEvent::HomeAddressChanged { address_id, address, .. } => {
                self.home_address = Some(address_id.uuid());
                self.address = address.into_inner();
            }
            AccountEvent::AddressRemoved { address_id, .. } => {
                if self.home_address == Some(address_id.uuid()) {
                    self.home_address = None;
                    self.address = None;
                }
            }
            AccountEvent::BusinessProfileChanged { business, .. } => {
                let photo_url = self.business.photo_url.take();
                let renamed = business.business_name != self.business.business_name;
                self.business = BusinessProfile { photo_url, ..business };
                if let Some(approved) = self.approved_name.as_ref().filter(|_| renamed) {
                    self.renamed_at = Some(at).filter(|_| *approved != self.business.business_name);
                }
            }
            AccountEvent::BusinessPhotoChosen { url, .. } => self.business.photo_url = Some(url),
            AccountEvent::BusinessPhotoRemoved { .. } => self.business.photo_url = None,
            AccountEvent::AccountOpened { .. }
            | AccountEvent::AddressAdded { .. }
            | AccountEvent::AddressChanged { .. }
            | AccountEvent::BusinessPapersChanged { .. }
            | AccountEvent::EmailPreferencesChosen { .. }
            | AccountEvent::EmailVerificationRequested { .. }
            | AccountEvent::EmailVerified { .. }
            | AccountEvent::EmailChangeRequested { .. }
            | AccountEvent::EmailChangeWithdrawn { .. }
            | AccountEvent::AccountDeactivated { .. }
            | AccountEvent::AccountReactivated { .. }
            | AccountEvent::AccountErased { .. } => {}
        }
    }

    fn decided(&mut self, approval: &str, reason: Option<String>) {
        approval.clone_into(&mut self.approval);
        self.approval_reason = reason;
        self.approved_name = None;
        self.renamed_at = None;
    }
}

/// A batch's account events, in order.
#[derive(Default)]
pub(crate) struct MerchantChanges(Vec<(Uuid, DateTime<Utc>, AccountEvent)>);

impl MerchantChanges {
    /// The accounts that the events are about. Some may be merchants.
    pub(crate) fn accounts(&self) -> Vec<Uuid> {
        self.0.iter().map(|(id, ..)| *id).collect()
    }

    /// Applies the events to these merchants.
    pub(crate) fn apply(self, merchants: &mut BTreeMap<Uuid, Merchant>) {
        for (id, at, event) in self.0 {
            if let Some(opened) = opened(at, &event) {
                merchants.insert(id, opened);
            } else if let Some(merchant) = merchants.get_mut(&id) {
                merchant.apply(at, event);
            }
        }
    }

    pub(super) fn collect(&mut self, recorded: &Recorded<RawEvent>, event: AccountEvent) {
        self.0.push((recorded.stream.id, recorded.recorded_at, event));
    }
}

/// The merchant that this event signs up; `None` for any other event.
fn opened(at: DateTime<Utc>, event: &AccountEvent) -> Option<Merchant> {
    let AccountEvent::AccountOpened { account_id, role: _, name, email, phone, address, business } = event
    else {
        return None;
    };
    Some(Merchant {
        merchant_id: account_id.uuid(),
        name: name.get().cloned(),
        email: email.get().cloned(),
        phone: known(phone.clone()),
        home_address: Some(AddressId::first_of(*account_id).uuid()),
        address: known(address.clone()),
        business: business.clone()?,
        approval: "pending".to_owned(),
        approval_reason: None,
        opened_at: at,
        approved_name: None,
        renamed_at: None,
    })
}
