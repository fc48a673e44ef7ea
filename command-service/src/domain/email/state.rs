//! What decisions about an e-mail address need to know.

use shared_events::{Version, events::EmailEvent, ids::AccountId};

use crate::domain::Aggregate;

/// An e-mail address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Email {
    /// The account that has claimed it last, unless the address was released since.
    pub holder: Option<AccountId>,
    /// How many events there were: tells this claim from a later one of the same account.
    pub version: Version,
}

impl Aggregate for Email {
    type Event = EmailEvent;

    fn evolve(self, event: &EmailEvent) -> Self {
        let holder = match event {
            EmailEvent::EmailClaimed { account_id } => Some(*account_id),
            EmailEvent::EmailReleased { .. } => None,
        };
        Self { holder, version: self.version + 1 }
    }
}
