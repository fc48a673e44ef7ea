//! Helpers that several tests share.
#![allow(dead_code, clippy::unwrap_used, reason = "helpers, of which each test uses some")]

pub(crate) mod demo;
pub(crate) mod model;
pub(crate) mod random;
