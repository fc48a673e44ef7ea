//! What somebody asks by the contact form.

pub mod receive_inquiry;
mod state;

pub use state::Inquiry;
