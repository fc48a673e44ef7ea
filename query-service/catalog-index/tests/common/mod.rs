//! Helpers that several tests share.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part of it")]

pub(crate) mod demo;
pub(crate) mod model;
pub(crate) mod random;
