//! Runs a private Postgres server: finds the programs, initializes a folder, and starts, watches and stops the server.
//!
//! The server listens only on a Unix socket, in a folder that only its own account (and root) can enter. So it needs no
//! password and opens no port. When started as root, which Postgres refuses, it switches to an unprivileged account.
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
mod options;
mod server;
mod settings;
mod socket;

pub use binaries::Binaries;
pub use connection::Connection;
pub use error::Error;
pub use lock::FolderLock;
pub use options::Options;
pub use server::EmbeddedPostgres;
