//! The event store: a port that says what a store must do, adapters that do it, and the typed log above them.
//!
//! ```text
//! decisions, projections ──▶ EventLog (types, seals personal data) ──▶ dyn EventStore ──▶ memory │ Postgres
//!                                        └──▶ dyn Keyring
//! ```

#[cfg(test)]
mod contract;
pub mod keyring;
pub mod limits;
pub mod log;
pub mod memory;
pub mod port;
pub mod postgres;
pub mod subscription;

pub use keyring::{Keyring, KeyringError};
pub use log::{Append, AppendFailed, EventLog, LogError, Provenance};
pub use port::{AppendError, Appended, Categories, EventStore, ExpectedVersion, Page, ReadError};
pub use subscription::{Batch, Subscription};
