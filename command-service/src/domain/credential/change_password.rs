//! Somebody who is logged in sets another password. All other sessions end.

use shared_events::{
    Personal,
    events::CredentialEvent,
    ids::{AccountId, SessionId},
};

use super::Credential;

/// Set another password.
#[derive(Clone, Debug)]
pub struct ChangePassword {
    /// Whose.
    pub account_id: AccountId,
    /// The session that asks, which goes on.
    pub session_id: SessionId,
    /// The session's generation.
    pub generation: u32,
    /// The hash that the old password was found to match. Hashing is slow, so it is done before the decision.
    pub matched_hash: String,
    /// The new password: argon2id in PHC string form.
    pub new_hash: String,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The password is another one by now.
    #[error("Current password is incorrect")]
    WrongPassword,
    /// The session that asks was ended meanwhile.
    #[error("Please log in to continue")]
    SessionEnded,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(credential: &Credential, command: &ChangePassword) -> Result<Vec<CredentialEvent>, Refusal> {
    if !credential.admits(command.session_id, command.generation) {
        return Err(Refusal::SessionEnded);
    }
    if credential.readable_hash() != Some(&command.matched_hash) {
        return Err(Refusal::WrongPassword);
    }
    let account_id = command.account_id;
    let hash = Personal::new(account_id.uuid(), command.new_hash.clone());
    Ok(vec![
        CredentialEvent::PasswordSet { account_id, hash },
        CredentialEvent::AllSessionsEnded { account_id, except: Some(command.session_id) },
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{credential::testing::*, testing::given};

    fn change() -> ChangePassword {
        ChangePassword {
            account_id: ANNA,
            session_id: HERE,
            generation: 0,
            matched_hash: "$old".to_owned(),
            new_hash: "$new".to_owned(),
        }
    }

    #[test]
    fn a_new_password_ends_the_other_sessions() {
        given::<Credential>(&[password_set("$old")])
            .when(|credential| decide(credential, &change()))
            .then(&[password_set("$new"), all_ended(Some(HERE))]);
    }

    #[test]
    fn the_session_that_was_left_out_before_goes_on() {
        given::<Credential>(&[password_set("$old"), all_ended(Some(HERE))])
            .when(|credential| decide(credential, &change()))
            .then(&[password_set("$new"), all_ended(Some(HERE))]);
    }

    #[test]
    fn a_session_that_has_ended_sets_no_password() {
        for except in [None, Some(ELSEWHERE)] {
            given::<Credential>(&[password_set("$old"), all_ended(except)])
                .when(|credential| decide(credential, &change()))
                .then_refused(Refusal::SessionEnded);
        }
    }

    #[test]
    fn of_two_changes_at_once_one_is_refused() {
        given::<Credential>(&[password_set("$old"), password_set("$other")])
            .when(|credential| decide(credential, &change()))
            .then_refused(Refusal::WrongPassword);
    }

    #[test]
    fn nobody_changes_a_password_that_is_not_there() {
        given::<Credential>(&[])
            .when(|credential| decide(credential, &change()))
            .then_refused(Refusal::WrongPassword);
    }
}
