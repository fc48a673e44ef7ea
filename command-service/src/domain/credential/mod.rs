//! How an account proves who it is: its password and the sessions that it opens.

pub mod enrol;
pub mod password;
pub mod start_session;
mod state;

pub use state::{Credential, Reset};
