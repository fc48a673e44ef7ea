//! The event store: a port that says what a store must do, adapters that do it, and the typed log above them.
//!
//! ```text
//! decisions, projections ──▶ EventLog (types, seals personal data) ──▶ dyn EventStore ──▶ memory │ Postgres │ KurrentDB
//!                                        └──▶ dyn Keyring
//! ```

#[cfg(test)]
mod contract;
mod import;
pub mod keyring;
#[cfg(feature = "kurrentdb")]
pub mod kurrentdb;
pub mod limits;
pub mod log;
mod masked;
pub mod memory;
pub mod port;
pub mod postgres;
pub mod subscription;

pub use import::StreamHistory;
pub use keyring::{Keyring, KeyringError};
pub use log::{Append, AppendFailed, EventLog, LogError, Provenance, Unreadable};
pub use port::{AppendError, Appended, Categories, EventStore, ExpectedVersion, Page, ReadError};
pub use subscription::{Batch, Subscription};
