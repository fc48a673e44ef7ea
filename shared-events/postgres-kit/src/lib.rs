//! Postgres connections for every service of the shop, with the same settings, deadlines and errors.
//!
//! A connection can die silently: a host loses power, a firewall drops its state, a pooler hangs. Three mechanisms
//! bound how long that goes unnoticed:
//!
//! - **Sockets** send keepalives, and give up when data is not acknowledged (`sockets`).
//! - **Sessions** tell the server to do the same, and to end a transaction, or a lease, whose client is silent
//!   ([`Limits::session`], [`Limits::lease_session`]).
//! - **Deadlines** catch a peer that acknowledges all data and never answers ([`within`], [`Pool`], [`Listener`]). A
//!   connection that has missed a deadline is discarded.

mod address;
mod begin;
mod confirm;
mod connect;
mod deadline;
mod executor;
mod forget_texts;
mod lease;
mod limits;
mod listener;
mod lost;
mod numbers;
mod other_session;
mod peer;
mod pool;
mod process;
mod session;
#[cfg(target_os = "linux")]
mod sockets;
/// Other systems do not give a process a second handle to its sockets. There, only deadlines detect a silent server.
#[cfg(not(target_os = "linux"))]
mod sockets {
    pub(crate) async fn watch(_database: &sqlx::postgres::PgConnectOptions) {}
}
mod statements;
mod tables;

pub use address::{AddressError, address, parse};
pub use begin::{Transaction, begin};
pub use confirm::{confirm, confirm_if_slow};
pub use connect::{ConnectError, connect, refuse_pooler, wait_for_server};
pub use deadline::within;
pub use forget_texts::forget_texts;
pub use lease::keep_alive;
pub use limits::Limits;
pub use listener::Listener;
pub use lost::is_lost;
pub use numbers::{bigint, unsigned};
pub use other_session::{OtherSession, lock_holder};
pub use pool::{Pool, Pooled};
pub use postgres_kit_derive::FromRow;
pub use process::{process_of, session_name};
pub use statements::{Column, Columns, Query, Rows, Statement};
pub use tables::{Tables, change_tables, is_lock_timeout};
