//! The read side: every `GET` below `/api`, answered from the tables that the projections fill.
//!
//! ```text
//! http/<resource>/<operation> ──▶ waiter (have the views seen what the client has seen?)
//!                             └──▶ queries/<view>  ──▶ schema `read`
//!                                  └──▶ model (what answers are made of)
//! ```
//!
//! A query never touches the event store.

pub mod app;
pub mod http;
pub mod live;
pub mod model;
pub mod operations;
pub mod queries;
pub mod run;
pub mod shop;
#[cfg(test)]
mod testing;
pub mod waiter;

pub use app::App;
pub use http::{document, router};
pub use live::Live;
pub use queries::catalog::Catalog;
pub use run::{Config, run};
pub use shop::ShopConfig;
pub use waiter::Waiter;
