//! The write side: a command is decided on the history of one stream, and its events are appended to that
//! stream.
//!
//! ```text
//! http/<resource>/<operation> ──▶ application ──▶ domain::<aggregate>::<use_case>  (the crate `domain`, pure)
//!                                      │
//! automation/<what_happens_when> ──────┴──▶ EventLog
//! ```
//!
//! A command never reads a read model.

pub mod account_limits;
pub mod app;
pub mod application;
pub mod automation;
mod client_address;
pub mod history;
pub mod http;
pub mod idempotency;
pub mod limiter;
pub mod limits;
pub mod log_in_limits;
pub mod looks;
pub mod mail;
pub mod open_holds;
pub mod operations;
pub mod passwords;
pub mod payments;
pub mod sessions;
pub mod snapshots;
#[cfg(test)]
mod testing;
pub mod webhooks;

pub use app::App;
pub use http::{document, router};
