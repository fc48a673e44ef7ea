//! The inquiry aggregate: a message from the contact form.

pub mod receive_inquiry;
mod state;

pub use state::Inquiry;
