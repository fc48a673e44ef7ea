//! The credential aggregate: an account's password, and the generation of its sessions.

pub mod change_password;
pub mod end_all_sessions;
pub mod enrol;
pub mod password;
pub mod request_reset;
pub mod reset_password;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use state::{Credential, Reset};
