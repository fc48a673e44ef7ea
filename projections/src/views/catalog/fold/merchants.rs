//! A batch's changes to the table `merchants`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::FromRow;
use shared_events::{
    RawEvent, Recorded,
    events::AccountEvent,
    ids::{AccountId, AddressId},
    shop::{Address, BusinessProfile},
};
use uuid::Uuid;

use crate::views::{columns::json, decode::known};

/// A merchant as shown to the public.
#[derive(FromRow)]
pub(crate) struct Merchant {
    pub(crate) merchant_id: Uuid,
    pub(crate) name: Option<String>,
    #[row(with = json)]
    pub(crate) business: BusinessProfile,
    pub(crate) home_address: Option<Uuid>,
    pub(crate) city: String,
    pub(crate) state: String,
    pub(crate) zip_code: String,
    pub(crate) latitude: Option<f64>,
    pub(crate) longitude: Option<f64>,
    pub(crate) approved: bool,
    pub(crate) is_active: bool,
    /// Whether the merchant was public before the batch.
    #[row(rename = "visible")]
    pub(crate) was_visible: bool,
    pub(crate) opened_at: DateTime<Utc>,
    /// Whether the batch created the merchant.
    #[row(skip)]
    pub(crate) is_new: bool,
}

impl Merchant {
    /// Whether the merchant is public after the batch.
    pub(crate) const fn is_visible(&self) -> bool {
        self.approved && self.is_active
    }

    /// Sets the merchant's address; `None` when the address is unknown.
    fn set_address(&mut self, id: Option<Uuid>, address: Option<Address>) {
        let address = address.unwrap_or_default();
        // Invalid coordinates count as unknown.
        let place = address.latitude.zip(address.longitude);
        let place = place.filter(|(north, east)| north.abs() <= 90.0 && east.abs() <= 180.0);
        self.home_address = id;
        (self.city, self.state, self.zip_code) = (address.city, address.state, address.zip_code);
        (self.latitude, self.longitude) = place.unzip();
    }

    fn apply(&mut self, event: AccountEvent) {
        match event {
            AccountEvent::MerchantApproved { .. } => self.approved = true,
            AccountEvent::MerchantRejected { .. } | AccountEvent::AccountErased { .. } => {
                self.approved = false
            }
            AccountEvent::AccountDeactivated { .. } => self.is_active = false,
            AccountEvent::AccountReactivated { .. } => self.is_active = true,
            AccountEvent::NameChanged { name, .. } => self.name = name.into_inner(),
            AccountEvent::HomeAddressChanged { address_id, address, .. } => {
                self.set_address(Some(address_id.uuid()), address.into_inner());
            }
            AccountEvent::AddressRemoved { address_id, .. } => {
                if self.home_address == Some(address_id.uuid()) {
                    self.set_address(None, None);
                }
            }
            AccountEvent::BusinessProfileChanged { business, .. } => {
                let photo_url = self.business.photo_url.take();
                self.business = BusinessProfile { photo_url, ..business };
            }
            AccountEvent::BusinessPhotoChosen { url, .. } => self.business.photo_url = Some(url),
            AccountEvent::BusinessPhotoRemoved { .. } => self.business.photo_url = None,
            AccountEvent::AccountOpened { .. }
            | AccountEvent::EmailChanged { .. }
            | AccountEvent::EmailVerificationRequested { .. }
            | AccountEvent::EmailVerified { .. }
            | AccountEvent::EmailChangeRequested { .. }
            | AccountEvent::EmailChangeWithdrawn { .. }
            | AccountEvent::PhoneChanged { .. }
            | AccountEvent::AddressAdded { .. }
            | AccountEvent::AddressChanged { .. }
            | AccountEvent::BusinessPapersChanged { .. }
            | AccountEvent::EmailPreferencesChosen { .. } => {}
        }
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
            match event {
                AccountEvent::AccountOpened {
                    account_id, name, address, business: Some(business), ..
                } => {
                    let opened = opened(account_id, name.into_inner(), business, known(address), at);
                    merchants.insert(id, opened);
                }
                event => {
                    if let Some(merchant) = merchants.get_mut(&id) {
                        merchant.apply(event);
                    }
                }
            }
        }
    }

    pub(super) fn collect(&mut self, recorded: &Recorded<RawEvent>, event: AccountEvent) {
        self.0.push((recorded.stream.id, recorded.recorded_at, event));
    }
}

fn opened(
    id: AccountId,
    name: Option<String>,
    business: BusinessProfile,
    address: Option<Address>,
    at: DateTime<Utc>,
) -> Merchant {
    let mut merchant = Merchant {
        merchant_id: id.uuid(),
        name,
        business,
        home_address: None,
        city: String::new(),
        state: String::new(),
        zip_code: String::new(),
        latitude: None,
        longitude: None,
        approved: false,
        is_active: true,
        was_visible: false,
        opened_at: at,
        is_new: true,
    };
    merchant.set_address(Some(AddressId::first_of(id).uuid()), address);
    merchant
}
