//! A person ends a session: the current one by logging out, or another one.

use shared_events::{
    events::SessionEvent,
    ids::{AccountId, SessionId},
};

use super::Session;

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such session, or it belongs to another account.
    #[error("Session not found")]
    NotFound,
}

/// Returns the events to append, or the refusal. Ending a session twice changes nothing.
pub fn decide(
    session: &Session,
    account_id: AccountId,
    session_id: SessionId,
) -> Result<Vec<SessionEvent>, Refusal> {
    if session.owner != Some(account_id) {
        return Err(Refusal::NotFound);
    }
    if session.ended {
        return Ok(Vec::new());
    }
    Ok(vec![SessionEvent::SessionEnded { account_id, session_id }])
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
    fn its_owner_ends_a_session_once() {
        given::<Session>(&[OPENED]).when(|session| decide(session, ANNA, HERE)).then(&[ENDED]);
        given::<Session>(&[OPENED, ENDED]).when(|session| decide(session, ANNA, HERE)).then_nothing();
    }

    #[test]
    fn only_its_owner_ends_a_session() {
        for history in [vec![], vec![OPENED], vec![OPENED, ENDED]] {
            given::<Session>(&history)
                .when(|session| decide(session, CUSTOMER, HERE))
                .then_refused(Refusal::NotFound);
        }
    }
}
