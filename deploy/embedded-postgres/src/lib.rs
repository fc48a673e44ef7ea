//! A Postgres server of one's own: found on the machine, initialised in a folder, started, watched and stopped.
//!
//! The server listens on a Unix socket alone, in a folder that only its own account (and root) can enter, so it
//! needs no password and opens no port. Started as root, which Postgres refuses, it drops to an unprivileged account.
//!
//! ```no_run
//! # async fn example() -> Result<(), embedded_postgres::Error> {
//! use embedded_postgres::{EmbeddedPostgres, Options};
//! let server = EmbeddedPostgres::start(&Options::new("data/postgres")).await?;
//! server.ensure_database("shop").await?;
//! println!("{}", server.url("shop"));
//! server.stop().await
//! # }
//! ```

mod account;
mod binaries;
mod cluster;
mod connection;
mod error;
mod leftover;
mod lock;
mod server;
mod settings;
mod socket;

pub use binaries::Binaries;
pub use connection::Connection;
pub use error::Error;
pub use lock::FolderLock;
pub use server::{EmbeddedPostgres, Options};
