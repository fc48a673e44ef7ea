//! The e-mail aggregate: an address, claimed by at most one account at a time.

mod address;
pub mod claim_email;
pub mod release_email;
mod state;

pub use address::EmailAddress;
pub use state::Email;
