//! The event store: the `EventStore` port, its adapters, and the typed log above them.
//!
//! ```text
//! decisions, projections ──▶ EventLog (types, seals personal data) ──▶ dyn EventStore ──▶ memory │ Postgres │ KurrentDB
//!                                        └──▶ dyn Keyring
//! ```

#![warn(missing_docs)]

#[cfg(test)]
mod contract;
mod errors;
mod history;
pub mod keyring;
#[cfg(feature = "kurrentdb")]
pub mod kurrentdb;
pub mod limits;
pub mod log;
mod masked;
pub mod memory;
pub mod port;
pub mod postgres;
mod provenance;
pub mod subscription;
mod traced;

pub use errors::{AppendError, ReadError};
pub use history::StreamHistory;
pub use keyring::{Keyring, KeyringError};
pub use log::{Append, AppendFailed, EventLog, LogError, Unreadable};
pub use port::{Appended, Categories, EventStore, ExpectedVersion, HeldBack, LogEnd, Page};
pub use provenance::Provenance;
pub use subscription::{Batch, Subscription};
