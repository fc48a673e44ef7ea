//! What followers of the log do with work that fails: views and process managers retry it, park it for an operator, and
//! leave out what an operator has skipped.
//!
//! Each follower keeps its parked work in tables of its own, in the transaction of its checkpoint. The rules are here:
//! when to try again and when only an operator does ([`RetryPolicy`]), which events are left out ([`SkippedEvents`]),
//! how a parked stream is read again ([`read_page`]), and which text of a failure is stored ([`failure_text`]).

mod delays;
pub mod failure_text;
mod retry_policy;
mod skipped_events;
mod stream_page;

pub use delays::Delays;
pub use retry_policy::{NextTry, RetryPolicy};
pub use skipped_events::SkippedEvents;
pub use stream_page::{StreamPage, read_page};
