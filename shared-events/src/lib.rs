//! The published language of Greenstall: every event that is ever stored, the envelope around it, and the value types
//! inside it.
//!
//! This crate is pure: it uses no database, no network and no clock. So any program (a projection, an export, a test)
//! can read the log's events with this crate alone.

#![warn(missing_docs)]

pub mod codec;
pub mod envelope;
pub mod events;
pub mod ids;
pub mod money;
pub mod notification;
mod notification_id;
pub mod payload;
pub mod personal;
mod scope;
pub mod shop;
pub mod upcast;
pub mod upload;

pub use codec::{CodecError, Event, decode, encode, without_values};
pub use envelope::{Actor, NewEvent, Position, RawEvent, Recorded, Role, StreamId, Version};
pub use money::Cents;
pub use payload::Payload;
pub use personal::Personal;
pub use scope::{Scope, UnknownScope};
