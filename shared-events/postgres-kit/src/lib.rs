//! Connections to Postgres as every service of the shop makes them: with the same settings, deadlines and errors.
//!
//! A connection can die without a word: a host loses power, a firewall forgets it, a pooler hangs. Three things bound
//! how long that goes unnoticed, and all of them are here:
//!
//! - **Sockets** send keepalives, and give up on data that is not acknowledged (`sockets`).
//! - **Sessions** tell the server to do the same, and to end a transaction, or a lease, whose client says nothing
//!   ([`Limits::session`], [`Limits::lease_session`]).
//! - **Deadlines** catch a peer that acknowledges everything and answers nothing ([`within`], [`pool`], [`Listener`]). A
//!   connection that has missed one is thrown away.

mod address;
mod begin;
mod connect;
mod deadline;
mod limits;
mod listener;
mod pool;
#[cfg(target_os = "linux")]
mod sockets;

pub use address::{AddressError, address, parse};
pub use begin::begin;
pub use connect::{ConnectError, connect, wait_for_server};
pub use deadline::{keep_alive, within};
pub use limits::Limits;
pub use listener::Listener;
pub use pool::pool;
