//! A double of a KurrentDB server for tests: the part of its gRPC interface that the `kurrentdb` client needs to append
//! and read, with the server's own rules, and with injected faults.
//!
//! The event store's adapter depends on these rules:
//! - positions are byte offsets in the log: they grow and have gaps;
//! - a repeated append is recognized by its event ids, and only at the expected version;
//! - one append is written completely or not at all, and its events can be read when it is acknowledged;
//! - `$all` contains the system's events, too, and can be filtered by prefix or regular expression;
//! - reads of `$all` include the event at the position that they start from;
//! - a node that is not the leader names the leader.
//!
//! The double is no cluster, does not survive a power failure, has no access control, and serves no subscriptions or
//! projections.

#![expect(clippy::result_large_err, reason = "tonic's interface is made of Result<_, Status>")]

mod control;
mod faults;
mod file;
mod log;
mod node;
pub mod proto;
mod server;
mod streams;

pub use control::run_command;
pub use faults::{Fault, Faults};
pub use server::{Double, Options};
