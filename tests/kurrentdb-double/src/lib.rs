//! A double of a KurrentDB server, for tests: as much of its gRPC interface as the `kurrentdb` client needs to append and
//! to read, with the server's own rules, and with faults on demand.
//!
//! What it mirrors, because the event store's adapter depends on it:
//! - positions are byte offsets in the log: they grow and have gaps;
//! - a repeated append is found by its event ids at the expected version, and nowhere else;
//! - one append is written whole or not at all, and is acknowledged when it can be read;
//! - `$all` holds the system's events, too, and is filtered by prefix or regular expression;
//! - reads of `$all` include the event at the position that they start from;
//! - a node that does not lead says who does.
//!
//! What it is not: a cluster, durable against a power cut, access-controlled, or a server of subscriptions and projections.

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
