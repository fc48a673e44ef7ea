//! The conversation aggregate: messages between a customer and a merchant about one product, or between a person and the
//! shop's support.

pub mod ask_support;
mod message_form;
pub mod read_messages;
pub mod send_message;
pub mod start_conversation;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use message_form::{LONGEST_MESSAGE, LONGEST_SUBJECT, checked_message, checked_subject};
pub use state::{Conversation, Correspondent, Side};
