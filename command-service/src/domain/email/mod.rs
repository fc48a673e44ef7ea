//! An e-mail address as the key to an account: claimed by one account at a time.

mod address;
pub mod claim_email;
pub mod release_email;
mod state;

pub use address::EmailAddress;
pub use state::Email;
