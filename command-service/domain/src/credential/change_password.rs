//! A logged-in person changes the password. All other sessions end.

use shared_events::{
    Personal,
    events::CredentialEvent,
    ids::{AccountId, SessionId},
};
use uuid::Uuid;

use super::Credential;
use crate::Command;

#[derive(Clone, Debug)]
pub struct ChangePassword {
    pub account_id: AccountId,
    /// The calling session, which stays valid.
    pub session_id: SessionId,
    /// Generation of the calling session.
    pub generation: u32,
    /// The hash that the old password matched. Hashing is slow, so it is verified before the decision.
    pub matched_hash: String,
    /// The new password: argon2id in PHC string form.
    pub new_hash: String,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The password has changed since it was verified.
    #[error("Current password is incorrect")]
    WrongPassword,
    /// The calling session has ended since.
    #[error("Please log in to continue")]
    SessionEnded,
}

impl Command for ChangePassword {
    type Aggregate = Credential;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, credential: &Credential) -> Result<Vec<CredentialEvent>, Refusal> {
        if !credential.admits(self.session_id, self.generation) {
            return Err(Refusal::SessionEnded);
        }
        if credential.readable_hash() != Some(&self.matched_hash) {
            return Err(Refusal::WrongPassword);
        }
        let account_id = self.account_id;
        let hash = Personal::new(account_id.uuid(), self.new_hash.clone());
        Ok(vec![
            CredentialEvent::PasswordSet { account_id, hash },
            CredentialEvent::AllSessionsEnded { account_id, except: Some(self.session_id) },
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{credential::testing::*, testing::given};

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
            .when(&change())
            .then(&[password_set("$new"), all_ended(Some(HERE))]);
    }

    #[test]
    fn a_session_that_survived_an_earlier_change_stays_valid() {
        given::<Credential>(&[password_set("$old"), all_ended(Some(HERE))])
            .when(&change())
            .then(&[password_set("$new"), all_ended(Some(HERE))]);
    }

    #[test]
    fn an_ended_session_cannot_change_the_password() {
        for except in [None, Some(ELSEWHERE)] {
            given::<Credential>(&[password_set("$old"), all_ended(except)])
                .when(&change())
                .then_refused(Refusal::SessionEnded);
        }
    }

    #[test]
    fn one_of_two_concurrent_changes_is_refused() {
        given::<Credential>(&[password_set("$old"), password_set("$other")])
            .when(&change())
            .then_refused(Refusal::WrongPassword);
    }

    #[test]
    fn a_missing_password_cannot_be_changed() {
        given::<Credential>(&[]).when(&change()).then_refused(Refusal::WrongPassword);
    }
}
