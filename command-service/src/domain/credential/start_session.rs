//! Somebody who knows the password logs in.

use shared_events::{
    events::CredentialEvent,
    ids::{AccountId, SessionId},
};

use super::Credential;

/// Start a session.
#[derive(Clone, Debug)]
pub struct StartSession {
    /// Whose.
    pub account_id: AccountId,
    /// Carried by the session's token.
    pub session_id: SessionId,
    /// The hash that the given password was found to match. Hashing is slow, so it is done before the decision.
    pub matched_hash: String,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The password is another one by now.
    #[error("Invalid email or password")]
    WrongPassword,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(credential: &Credential, command: &StartSession) -> Result<Vec<CredentialEvent>, Refusal> {
    if credential.readable_hash() != Some(&command.matched_hash) {
        return Err(Refusal::WrongPassword);
    }
    let StartSession { account_id, session_id, .. } = *command;
    Ok(vec![CredentialEvent::SessionStarted { account_id, session_id }])
}

#[cfg(test)]
mod tests {
    use shared_events::Personal;
    use uuid::Uuid;

    use super::*;
    use crate::domain::testing::given;

    const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));
    const SESSION: SessionId = SessionId::new(Uuid::from_u128(2));

    fn start() -> StartSession {
        StartSession { account_id: ANNA, session_id: SESSION, matched_hash: "$argon2id$1".to_owned() }
    }

    fn password_set(hash: &str) -> CredentialEvent {
        CredentialEvent::PasswordSet { account_id: ANNA, hash: Personal::new(ANNA.uuid(), hash.to_owned()) }
    }

    #[test]
    fn the_password_starts_a_session() {
        given::<Credential>(&[password_set("$argon2id$1")])
            .when(|credential| decide(credential, &start()))
            .then(&[CredentialEvent::SessionStarted { account_id: ANNA, session_id: SESSION }]);
    }

    #[test]
    fn a_password_that_was_changed_meanwhile_is_wrong() {
        given::<Credential>(&[password_set("$argon2id$1"), password_set("$argon2id$2")])
            .when(|credential| decide(credential, &start()))
            .then_refused(Refusal::WrongPassword);
    }

    #[test]
    fn nobody_logs_in_without_a_password() {
        given::<Credential>(&[])
            .when(|credential| decide(credential, &start()))
            .then_refused(Refusal::WrongPassword);
    }

    #[test]
    fn somebody_who_was_erased_cannot_log_in() {
        let erased = CredentialEvent::PasswordSet { account_id: ANNA, hash: Personal::erased(ANNA.uuid()) };
        given::<Credential>(&[erased])
            .when(|credential| decide(credential, &start()))
            .then_refused(Refusal::WrongPassword);
    }
}
