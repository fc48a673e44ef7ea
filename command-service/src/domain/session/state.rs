//! What decisions about a session need to know.

use shared_events::{events::SessionEvent, ids::AccountId};

use crate::domain::Aggregate;

/// A session, or none yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// Whose it is, once it was opened.
    pub owner: Option<AccountId>,
    /// It was ended by itself. It may also have ended with all others of its account.
    pub ended: bool,
}

impl Aggregate for Session {
    type Event = SessionEvent;

    fn evolve(self, event: &SessionEvent) -> Self {
        match event {
            SessionEvent::SessionOpened { account_id, .. } => Self { owner: Some(*account_id), ..self },
            SessionEvent::SessionEnded { .. } => Self { ended: true, ..self },
        }
    }
}
