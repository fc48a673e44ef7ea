//! An account: who somebody is, in which role, and whether a merchant may sell.

mod address_book;
pub mod address_form;
pub mod approve_merchant;
pub mod business_form;
pub mod choose_business_photo;
pub mod erase_account;
pub mod open_account;
pub mod reject_merchant;
pub mod remove_business_photo;
pub mod sign_up_form;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use address_book::{AddressBook, Entry};
pub use state::{Account, Approval, Papers, Profile};
