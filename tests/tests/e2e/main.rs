//! End-to-end tests: real services, a real Postgres, HTTP. One binary, so that it is linked once.

mod architecture;
mod client;
mod crash;
mod instance;
mod market;
mod operating;
mod operators;
mod purchase;
