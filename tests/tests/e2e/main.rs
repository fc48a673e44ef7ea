//! End-to-end tests over HTTP with real services and a real Postgres. They are one binary, so that the linker runs
//! once.

mod architecture;
mod authorization;
mod client;
mod crash;
mod crash_points;
mod flash_sale;
mod instance;
mod market;
mod odd_requests;
mod operating;
mod operations;
mod operators;
mod purchase;
mod serving;
mod silence;
mod standby;
mod test_shop;
mod waiting;
mod webhooks;
mod wire;
