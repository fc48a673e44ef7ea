//! A new account gets its first password, before it is opened.

use shared_events::{events::CredentialEvent, ids::AccountId, personal::Personal};

use super::Credential;

/// Give the account its first password.
#[derive(Clone, Debug)]
pub struct Enrol {
    pub account_id: AccountId,
    /// Argon2id in PHC string form.
    pub hash: String,
}

/// Returns the events to append. An existing password is never replaced: a repeated command changes nothing.
pub fn decide(credential: &Credential, command: &Enrol) -> Vec<CredentialEvent> {
    if credential.hash.is_some() {
        return Vec::new();
    }
    let account_id = command.account_id;
    let hash = Personal::new(account_id.uuid(), command.hash.clone());
    vec![CredentialEvent::PasswordSet { account_id, hash }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use uuid::Uuid;

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
        given::<Credential>(&[])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &enrol())))
            .then(&[password_set("$argon2id$new")]);
    }

    #[test]
    fn a_password_is_never_replaced_by_enrolling() {
        given::<Credential>(&[password_set("$argon2id$old")])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &enrol())))
            .then_nothing();
    }
}
