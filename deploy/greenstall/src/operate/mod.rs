//! What operators ask for. Each works beside a running instance, and without one.

pub(crate) mod admin;
pub(crate) mod events;
pub(crate) mod migrate;
pub(crate) mod openapi;
pub(crate) mod views;
mod workbench;
