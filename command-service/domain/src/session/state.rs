//! The state of a session, folded from its events, as far as decisions need it.

use shared_events::{events::SessionEvent, ids::AccountId};

use crate::Aggregate;

/// The session aggregate; empty before it is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// Its account, once it is opened.
    pub owner: Option<AccountId>,
    /// It was ended individually. It may also have ended together with all sessions of its account.
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
