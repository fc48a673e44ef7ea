//! A new account gets its first password, before it is opened.

use std::convert::Infallible;

use shared_events::{events::CredentialEvent, ids::AccountId, personal::Personal};
use uuid::Uuid;

use super::Credential;
use crate::Command;

/// Give the account its first password.
#[derive(Clone, Debug)]
pub struct Enrol {
    pub account_id: AccountId,
    /// Argon2id in PHC string form.
    pub hash: String,
}

impl Command for Enrol {
    type Aggregate = Credential;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// An existing password is never replaced: a repeated command changes nothing.
    fn decide(&self, credential: &Credential) -> Result<Vec<CredentialEvent>, Infallible> {
        if credential.hash.is_some() {
            return Ok(Vec::new());
        }
        let account_id = self.account_id;
        let hash = Personal::new(account_id.uuid(), self.hash.clone());
        Ok(vec![CredentialEvent::PasswordSet { account_id, hash }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::given;

    const ANNA: AccountId = AccountId::new(Uuid::from_u128(1));

    fn enrol() -> Enrol {
        Enrol { account_id: ANNA, hash: "$argon2id$new".to_owned() }
    }

    fn password_set(hash: &str) -> CredentialEvent {
        CredentialEvent::PasswordSet { account_id: ANNA, hash: Personal::new(ANNA.uuid(), hash.to_owned()) }
    }

    #[test]
    fn an_account_gets_its_first_password() {
        given::<Credential>(&[]).when(&enrol()).then(&[password_set("$argon2id$new")]);
    }

    #[test]
    fn a_password_is_never_replaced_by_enrolling() {
        given::<Credential>(&[password_set("$argon2id$old")]).when(&enrol()).then_nothing();
    }
}
