//! The state of an e-mail address, folded from its events, as far as decisions need it.

use shared_events::{Version, events::EmailEvent, ids::AccountId};

use crate::Aggregate;

/// The e-mail aggregate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Email {
    /// The account with the last claim, unless it was released.
    pub holder: Option<AccountId>,
    /// Number of events so far. Distinguishes a claim from a later one of the same account.
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
