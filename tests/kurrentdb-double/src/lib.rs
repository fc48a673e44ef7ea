//! A double of a KurrentDB server for tests: the part of its gRPC interface that the `kurrentdb` client needs to append
//! and read, with the server's own rules, and with injected faults.
//!
//! It mirrors these properties, because the event store's adapter depends on them:
//! - positions are byte offsets in the log: they grow and have gaps;
//! - a repeated append is found by its event ids at the expected version, and nowhere else;
//! - one append is written whole or not at all, and is acknowledged when it can be read;
//! - `$all` holds the system's events, too, and is filtered by prefix or regular expression;
//! - reads of `$all` include the event at the position that they start from;
//! - a node that does not lead names the leader.
//!
//! It is not a cluster, is not durable against a power failure, has no access control, and serves no subscriptions or
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

pub use control::obey;
pub use faults::{Fault, Faults};
pub use server::{Double, Options};
