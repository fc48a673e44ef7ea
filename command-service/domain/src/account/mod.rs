//! The account aggregate: a person's identity, role and settings, and whether a merchant may sell.

mod address_book;
pub mod address_entry_form;
pub mod address_form;
pub mod approve_merchant;
pub mod business_form;
pub mod change_address;
pub mod choose_business_photo;
pub mod choose_email_preferences;
pub mod deactivate_account;
pub mod erase_account;
pub mod open_account;
pub mod profile_form;
#[cfg(test)]
mod properties;
pub mod reactivate_account;
pub mod reject_merchant;
pub mod remove_address;
pub mod remove_business_photo;
pub mod resend_verification;
pub mod revise_profile;
pub mod save_address;
pub mod sign_up_form;
mod state;
#[cfg(test)]
pub(crate) mod testing;
pub mod verify_email;
pub mod withdraw_email_change;

pub use address_book::{AddressBook, Entry};
pub use state::{Account, Approval, MailedLink, Papers, PendingEmail, Profile};
pub use verify_email::LINK_LIFETIME;
