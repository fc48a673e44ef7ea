//! All sessions of an account end: its owner ends all other ones, or an admin ends all of them.

use shared_events::{
    events::CredentialEvent,
    ids::{AccountId, SessionId},
};
use uuid::Uuid;

use super::Credential;
use crate::Command;

/// The calling session, which stays valid.
#[derive(Clone, Copy, Debug)]
pub struct Asking {
    pub session_id: SessionId,
    pub generation: u32,
}

/// End all sessions of the account.
#[derive(Clone, Copy, Debug)]
pub struct EndAllSessions {
    /// Id of the account.
    pub account_id: AccountId,
    /// The calling session, which stays valid; `None` ends all of them.
    pub asking: Option<Asking>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The calling session has ended since.
    #[error("Please log in to continue")]
    SessionEnded,
}

impl Command for EndAllSessions {
    type Aggregate = Credential;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, credential: &Credential) -> Result<Vec<CredentialEvent>, Refusal> {
        let Self { account_id, asking } = *self;
        if asking.is_some_and(|asking| !credential.admits(asking.session_id, asking.generation)) {
            return Err(Refusal::SessionEnded);
        }
        let except = asking.map(|asking| asking.session_id);
        Ok(vec![CredentialEvent::AllSessionsEnded { account_id, except }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aggregate, credential::testing::*, testing::given};
    use proptest::prelude::*;
    use shared_events::ids::SessionId;

    const ASKING: Asking = Asking { session_id: HERE, generation: 0 };

    #[test]
    fn all_sessions_end_except_the_calling_one() {
        given::<Credential>(&[password_set("$1")])
            .when(&EndAllSessions { account_id: ANNA, asking: Some(ASKING) })
            .then(&[all_ended(Some(HERE))]);
        given::<Credential>(&[password_set("$1")])
            .when(&EndAllSessions { account_id: ANNA, asking: None })
            .then(&[all_ended(None)]);
    }

    #[test]
    fn an_ended_session_cannot_except_itself() {
        given::<Credential>(&[all_ended(Some(ELSEWHERE))])
            .when(&EndAllSessions { account_id: ANNA, asking: Some(ASKING) })
            .then_refused(Refusal::SessionEnded);
    }

    proptest! {
        /// However sessions are ended: one that was ended with others never becomes valid again.
        #[test]
        fn an_ended_session_stays_ended(steps in prop::collection::vec((0_u8..2, 0_usize..6), 1..40)) {
            let mut credential = Credential::default();
            let mut open: Vec<(SessionId, u32)> = Vec::new();
            let mut ended: Vec<(SessionId, u32)> = Vec::new();
            for (step, which) in steps {
                if step == 0 || open.is_empty() {
                    let session = SessionId::new(Uuid::from_u128(open.len() as u128 + ended.len() as u128));
                    open.push((session, credential.generation));
                    continue;
                }
                let asking = open.get(which).copied();
                let command = asking.map(|(session_id, generation)| Asking { session_id, generation });
                let events = EndAllSessions { account_id: ANNA, asking: command }.decide(&credential).unwrap();
                credential = events.iter().fold(credential, Credential::evolve);
                let (left, others): (Vec<_>, Vec<_>) = open.into_iter().partition(|each| Some(*each) == asking);
                (open, ended) = (left, [ended, others].concat());
                for (session_id, generation) in &ended {
                    prop_assert!(!credential.admits(*session_id, *generation));
                    let asking = Asking { session_id: *session_id, generation: *generation };
                    let command = EndAllSessions { account_id: ANNA, asking: Some(asking) };
                    prop_assert!(command.decide(&credential).is_err());
                }
                for (session_id, generation) in &open {
                    prop_assert!(credential.admits(*session_id, *generation));
                }
            }
        }
    }
}
