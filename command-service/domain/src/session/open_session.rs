//! A person whose password was verified is logged in.

use std::convert::Infallible;

use shared_events::{
    events::{SessionEvent, UserAgent},
    ids::{AccountId, SessionId},
};
use uuid::Uuid;

use super::Session;
use crate::Command;

#[derive(Clone, Copy, Debug)]
pub struct OpenSession {
    pub account_id: AccountId,
    /// Id of the session; its token carries it.
    pub session_id: SessionId,
    /// Generation of the credential whose password was verified. If the password changes in the meantime, the
    /// session is invalid from its start.
    pub generation: u32,
    /// The browser of the log-in.
    pub agent: UserAgent,
}

impl Command for OpenSession {
    type Aggregate = Session;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.session_id.uuid()
    }

    /// A session that is already open stays as it is: a repeated command changes nothing.
    fn decide(&self, session: &Session) -> Result<Vec<SessionEvent>, Infallible> {
        if session.owner.is_some() {
            return Ok(Vec::new());
        }
        let Self { account_id, session_id, generation, agent } = *self;
        Ok(vec![SessionEvent::SessionOpened { account_id, session_id, generation, agent }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::{Browser, System};

    use super::*;
    use crate::{
        credential::testing::{ANNA, HERE},
        testing::given,
    };

    const AGENT: UserAgent = UserAgent { browser: Some(Browser::Firefox), system: Some(System::Linux) };
    const OPEN: OpenSession = OpenSession { account_id: ANNA, session_id: HERE, generation: 3, agent: AGENT };
    const OPENED: SessionEvent =
        SessionEvent::SessionOpened { account_id: ANNA, session_id: HERE, generation: 3, agent: AGENT };

    #[test]
    fn a_session_is_opened() {
        given::<Session>(&[]).when(&OPEN).then(&[OPENED]);
    }

    #[test]
    fn a_session_is_opened_once_and_never_again() {
        let ended = SessionEvent::SessionEnded { account_id: ANNA, session_id: HERE };
        for history in [vec![OPENED], vec![OPENED, ended]] {
            given::<Session>(&history).when(&OPEN).then_nothing();
        }
    }
}
