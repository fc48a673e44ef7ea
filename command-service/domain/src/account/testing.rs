//! Event histories of accounts for tests.

use chrono::{DateTime, Utc};
use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::{AccountId, AddressId, VerificationId},
    shop::{Address, BusinessProfile, SavedAddress},
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

pub(crate) const LINK: VerificationId = VerificationId::new(Uuid::from_u128(0xc0));
pub(crate) const LATER_LINK: VerificationId = VerificationId::new(Uuid::from_u128(0xc1));

pub(crate) fn minute(minute: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + 60 * minute, 0).unwrap()
}

/// A link to the customer's own address. It expires in minute 60.
pub(crate) fn verification_requested(request_id: VerificationId) -> AccountEvent {
    AccountEvent::EmailVerificationRequested { account_id: CUSTOMER, request_id, expires_at: minute(60) }
}

pub(crate) fn email_verified() -> AccountEvent {
    AccountEvent::EmailVerified { account_id: CUSTOMER }
}

/// A link to the customer's pending address. It expires in minute 60.
pub(crate) fn email_change_requested(request_id: VerificationId, generation: u32) -> AccountEvent {
    let email = Personal::new(CUSTOMER.uuid(), "anna@dale.example".to_owned());
    let expires_at = minute(60);
    AccountEvent::EmailChangeRequested { account_id: CUSTOMER, request_id, email, generation, expires_at }
}

pub(crate) fn email_changed() -> AccountEvent {
    let email = Personal::new(CUSTOMER.uuid(), "anna@dale.example".to_owned());
    AccountEvent::EmailChanged { account_id: CUSTOMER, email }
}

pub(crate) fn email_change_withdrawn() -> AccountEvent {
    AccountEvent::EmailChangeWithdrawn { account_id: CUSTOMER }
}

pub(crate) fn customer_deactivated() -> AccountEvent {
    AccountEvent::AccountDeactivated { account_id: CUSTOMER, reason: None }
}

pub(crate) fn customer_reactivated() -> AccountEvent {
    AccountEvent::AccountReactivated { account_id: CUSTOMER, reason: None }
}

pub(crate) fn customer_erased() -> AccountEvent {
    AccountEvent::AccountErased { account_id: CUSTOMER }
}

pub(crate) fn merchant_approved() -> AccountEvent {
    AccountEvent::MerchantApproved { account_id: MERCHANT, reason: None }
}

pub(crate) fn merchant_renamed(business_name: &str) -> AccountEvent {
    let business = BusinessProfile { business_name: business_name.to_owned(), ..farm() };
    AccountEvent::BusinessProfileChanged { account_id: MERCHANT, business, website: None }
}

pub(crate) fn merchant_erased() -> AccountEvent {
    AccountEvent::AccountErased { account_id: MERCHANT }
}

pub(crate) fn merchant_rejected() -> AccountEvent {
    AccountEvent::MerchantRejected { account_id: MERCHANT, reason: "No licence".to_owned() }
}

pub(crate) fn merchant_deactivated() -> AccountEvent {
    AccountEvent::AccountDeactivated { account_id: MERCHANT, reason: Some("Asked by phone".to_owned()) }
}

pub(crate) fn merchant_reactivated() -> AccountEvent {
    AccountEvent::AccountReactivated { account_id: MERCHANT, reason: None }
}

pub(crate) fn admin_opened() -> AccountEvent {
    let id = AccountId::new(Uuid::from_u128(0xa2));
    AccountEvent::AccountOpened {
        account_id: id,
        role: Role::Admin,
        name: Personal::new(id.uuid(), "Ada Admin".to_owned()),
        email: Personal::new(id.uuid(), "ada@example.com".to_owned()),
        phone: None,
        address: None,
        business: None,
    }
}

pub(crate) const WORK: AddressId = AddressId::new(Uuid::from_u128(0xb0));
pub(crate) const CABIN: AddressId = AddressId::new(Uuid::from_u128(0xb1));

pub(crate) fn work() -> SavedAddress {
    SavedAddress {
        name: "Work".to_owned(),
        first_name: "Anna".to_owned(),
        last_name: "Smith".to_owned(),
        apartment: String::new(),
        postal: farm_address(),
    }
}

fn cabin() -> SavedAddress {
    let postal = Address { street: "9 Lake Road".to_owned(), ..farm_address() };
    SavedAddress { name: "Cabin".to_owned(), postal, ..work() }
}

fn added(address_id: AddressId, address: SavedAddress) -> AccountEvent {
    let address = Personal::new(CUSTOMER.uuid(), address);
    AccountEvent::AddressAdded { account_id: CUSTOMER, address_id, address }
}

fn home_is(address_id: AddressId, address: SavedAddress) -> AccountEvent {
    let address = Personal::new(CUSTOMER.uuid(), address.postal);
    AccountEvent::HomeAddressChanged { account_id: CUSTOMER, address_id, address }
}

pub(crate) fn work_added() -> AccountEvent {
    added(WORK, work())
}

pub(crate) fn cabin_added() -> AccountEvent {
    added(CABIN, cabin())
}

pub(crate) fn home_is_work() -> AccountEvent {
    home_is(WORK, work())
}

pub(crate) fn home_is_cabin() -> AccountEvent {
    home_is(CABIN, cabin())
}
