//! Histories of accounts for tests.

use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::AccountId,
    shop::{Address, BusinessProfile},
};
use uuid::Uuid;

pub(crate) const MERCHANT: AccountId = AccountId::new(Uuid::from_u128(0xa0));
pub(crate) const CUSTOMER: AccountId = AccountId::new(Uuid::from_u128(0xa1));

pub(crate) fn farm() -> BusinessProfile {
    BusinessProfile {
        business_name: "Green Hill Farm".to_owned(),
        business_type: "Farm".to_owned(),
        business_description: "Vegetables from the hill.".to_owned(),
        offers_pickup: true,
        offers_delivery: true,
        same_day_delivery: false,
        delivery_radius: 25,
        same_day_cutoff: "14:00".to_owned(),
        photo_url: None,
    }
}

pub(crate) fn farm_address() -> Address {
    Address {
        street: "1 Hill Road".to_owned(),
        city: "Burlington".to_owned(),
        state: "VT".to_owned(),
        zip_code: "05401".to_owned(),
        country: "United States".to_owned(),
        latitude: Some(44.484),
        longitude: Some(-73.2199),
    }
}

pub(crate) fn merchant_opened() -> AccountEvent {
    let subject = MERCHANT.uuid();
    AccountEvent::AccountOpened {
        account_id: MERCHANT,
        role: Role::Merchant,
        name: Personal::new(subject, "Mia Hill".to_owned()),
        email: Personal::new(subject, "mia@example.com".to_owned()),
        phone: Some(Personal::new(subject, "802-555-0100".to_owned())),
        address: Some(Personal::new(subject, farm_address())),
        business: Some(farm()),
    }
}

pub(crate) fn customer_opened() -> AccountEvent {
    let subject = CUSTOMER.uuid();
    AccountEvent::AccountOpened {
        account_id: CUSTOMER,
        role: Role::Customer,
        name: Personal::new(subject, "Anna Smith".to_owned()),
        email: Personal::new(subject, "anna@example.com".to_owned()),
        phone: None,
        address: None,
        business: None,
    }
}

pub(crate) fn merchant_approved() -> AccountEvent {
    AccountEvent::MerchantApproved { account_id: MERCHANT, reason: None }
}

pub(crate) fn merchant_erased() -> AccountEvent {
    AccountEvent::AccountErased { account_id: MERCHANT }
}

pub(crate) fn merchant_rejected() -> AccountEvent {
    AccountEvent::MerchantRejected { account_id: MERCHANT, reason: "No licence".to_owned() }
}
