//! A person ends a session: the current one by logging out, or another one.

use shared_events::{
    events::SessionEvent,
    ids::{AccountId, SessionId},
};
use uuid::Uuid;

use super::Session;
use crate::Command;

/// End a session.
#[derive(Clone, Copy, Debug)]
pub struct EndSession {
    /// The account that the session should belong to.
    pub account_id: AccountId,
    /// Id of the session.
    pub session_id: SessionId,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such session, or it belongs to another account.
    #[error("Session not found")]
    NotFound,
}

impl Command for EndSession {
    type Aggregate = Session;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.session_id.uuid()
    }

    /// Ending a session twice changes nothing.
    fn decide(&self, session: &Session) -> Result<Vec<SessionEvent>, Refusal> {
        let Self { account_id, session_id } = *self;
        if session.owner != Some(account_id) {
            return Err(Refusal::NotFound);
        }
        if session.ended {
            return Ok(Vec::new());
        }
        Ok(vec![SessionEvent::SessionEnded { account_id, session_id }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::UserAgent;

    use super::*;
    use crate::{
        account::testing::CUSTOMER,
        credential::testing::{ANNA, HERE},
        testing::given,
    };

    const OPENED: SessionEvent = SessionEvent::SessionOpened {
        account_id: ANNA,
        session_id: HERE,
        generation: 0,
        agent: UserAgent { browser: None, system: None },
    };
    const ENDED: SessionEvent = SessionEvent::SessionEnded { account_id: ANNA, session_id: HERE };

    #[test]
    fn a_session_is_ended_once_by_its_owner() {
        given::<Session>(&[OPENED]).when(&EndSession { account_id: ANNA, session_id: HERE }).then(&[ENDED]);
        given::<Session>(&[OPENED, ENDED])
            .when(&EndSession { account_id: ANNA, session_id: HERE })
            .then_nothing();
    }

    #[test]
    fn a_session_is_ended_only_by_its_owner() {
        for history in [vec![], vec![OPENED], vec![OPENED, ENDED]] {
            given::<Session>(&history)
                .when(&EndSession { account_id: CUSTOMER, session_id: HERE })
                .then_refused(Refusal::NotFound);
        }
    }
}
