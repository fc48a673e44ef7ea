//! What decisions about an e-mail address need to know.

use shared_events::{events::EmailEvent, ids::AccountId};

use crate::domain::Aggregate;

/// An e-mail address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Email {
    /// The account that has claimed it last, unless the address was released since.
    pub holder: Option<AccountId>,
}

impl Aggregate for Email {
    type Event = EmailEvent;

    fn evolve(self, event: &EmailEvent) -> Self {
        match event {
            EmailEvent::EmailClaimed { account_id } => Self { holder: Some(*account_id) },
            EmailEvent::EmailReleased { .. } => Self { holder: None },
        }
    }
}
