//! The shared rules for failed work of the log's followers: views and process managers retry it, park it for an
//! operator, and leave out the events that an operator has skipped.
//!
//! Each follower stores its parked work in its own tables, in the transaction of its checkpoint. This crate has the
//! rules: when to retry and when to wait for an operator ([`RetryPolicy`]), which events are left out
//! ([`SkippedEvents`]), how a parked stream is read again ([`read_page`]), and which text of a failure is stored
//! ([`failure_text`]).

mod delays;
pub mod failure_text;
mod retry_policy;
mod skipped_events;
mod stream_page;

pub use delays::Delays;
pub use retry_policy::{NextTry, RetryPolicy};
pub use skipped_events::SkippedEvents;
pub use stream_page::{StreamPage, read_page};
