//! The engine: runs views, keeps their checkpoints, rebuilds them.

pub mod view;

pub use view::{ApplyError, View};
