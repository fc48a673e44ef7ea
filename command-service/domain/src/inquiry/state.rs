//! The state of an inquiry, folded from its events, as far as decisions need it.

use shared_events::events::InquiryEvent;

use crate::Aggregate;

/// The inquiry aggregate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inquiry {
    /// True once it is received.
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
