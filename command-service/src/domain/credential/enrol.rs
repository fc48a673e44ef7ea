//! An account that is about to be opened gets its first password, and its owner a session.

use shared_events::{
    events::CredentialEvent,
    ids::{AccountId, SessionId},
    personal::Personal,
};

use super::Credential;

/// Give the account its first password.
#[derive(Clone, Debug)]
pub struct Enrol {
    /// Whose.
    pub account_id: AccountId,
    /// Argon2id in PHC string form.
    pub hash: String,
    /// The owner is logged in at once: in this session.
    pub session_id: Option<SessionId>,
}

/// Decides. An account that is enrolled already stays as it is: the same command was sent twice.
pub fn decide(credential: &Credential, command: &Enrol) -> Vec<CredentialEvent> {
    if credential.hash.is_some() {
        return Vec::new();
    }
    let account_id = command.account_id;
    let hash = Personal::new(account_id.uuid(), command.hash.clone());
    let mut events = vec![CredentialEvent::PasswordSet { account_id, hash }];
    events.extend(
        command.session_id.map(|session_id| CredentialEvent::SessionStarted { account_id, session_id }),
    );
    events
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

    use super::*;
    use crate::domain::testing::given;

    const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));
    const SESSION: SessionId = SessionId::new(Uuid::from_u128(2));

    fn enrol(session_id: Option<SessionId>) -> Enrol {
        Enrol { account_id: ANNA, hash: "$argon2id$new".to_owned(), session_id }
    }

    fn password_set(hash: &str) -> CredentialEvent {
        CredentialEvent::PasswordSet { account_id: ANNA, hash: Personal::new(ANNA.uuid(), hash.to_owned()) }
    }

    #[test]
    fn somebody_who_signs_up_is_logged_in() {
        given::<Credential>(&[])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &enrol(Some(SESSION)))))
            .then(&[
                password_set("$argon2id$new"),
                CredentialEvent::SessionStarted { account_id: ANNA, session_id: SESSION },
            ]);
    }

    #[test]
    fn an_account_that_an_operator_makes_has_no_session() {
        given::<Credential>(&[])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &enrol(None))))
            .then(&[password_set("$argon2id$new")]);
    }

    #[test]
    fn a_password_is_never_replaced_by_enrolling() {
        given::<Credential>(&[password_set("$argon2id$old")])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &enrol(Some(SESSION)))))
            .then_nothing();
    }
}
