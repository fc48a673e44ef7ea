//! What operators ask for. Each works beside a running instance, and without one.

pub(crate) mod events;
pub(crate) mod migrate;
pub(crate) mod openapi;
