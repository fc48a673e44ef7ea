//! What decisions about an inquiry need to know.

use shared_events::events::InquiryEvent;

use crate::domain::Aggregate;

/// An inquiry, or none yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inquiry {
    /// It was received.
    pub received: bool,
}

impl Aggregate for Inquiry {
    type Event = InquiryEvent;

    fn evolve(self, event: &InquiryEvent) -> Self {
        match event {
            InquiryEvent::InquiryReceived { .. } => Self { received: true },
        }
    }
}
