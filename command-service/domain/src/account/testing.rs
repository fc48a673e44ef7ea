//! Event histories of accounts for tests.

use chrono::{DateTime, Utc};
use histories::{Person, address, admin, business, customer, merchant};
use shared_events::{
    Personal,
    events::AccountEvent,
    ids::{AccountId, AddressId, VerificationId},
    shop::{Address, BusinessProfile, SavedAddress},
};
use uuid::Uuid;

pub(crate) const MERCHANT: AccountId = AccountId::new(Uuid::from_u128(0xa0));
pub(crate) const CUSTOMER: AccountId = AccountId::new(Uuid::from_u128(0xa1));

pub(crate) fn farm() -> BusinessProfile {
    BusinessProfile {
        business_description: "Vegetables from the hill.".to_owned(),
        offers_delivery: true,
        delivery_radius: 25,
        ..business("Green Hill Farm")
    }
}

pub(crate) fn farm_address() -> Address {
    Address { street: "1 Hill Road".to_owned(), ..address() }
}

/// A merchant.
pub(crate) fn mia() -> Person {
    Person {
        id: MERCHANT,
        name: "Mia Hill".to_owned(),
        email: "mia@example.com".to_owned(),
        phone: Some("802-555-0100".to_owned()),
        address: Some(farm_address()),
        business: Some(farm()),
        ..merchant(0)
    }
}

/// A customer.
pub(crate) fn anna() -> Person {
    let (name, email) = ("Anna Smith".to_owned(), "anna@example.com".to_owned());
    Person { id: CUSTOMER, name, email, ..customer(0) }
}

/// An admin.
pub(crate) fn ada() -> Person {
    let id = AccountId::new(Uuid::from_u128(0xa2));
    Person { id, email: "ada@example.com".to_owned(), ..admin() }
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
    anna().email_changed("anna@dale.example")
}

pub(crate) fn email_change_withdrawn() -> AccountEvent {
    AccountEvent::EmailChangeWithdrawn { account_id: CUSTOMER }
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
