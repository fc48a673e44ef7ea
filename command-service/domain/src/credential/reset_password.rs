//! A person sets a new password with a reset link. All sessions end, and the link becomes void.

use chrono::{DateTime, Utc};
use shared_events::{
    Personal,
    events::CredentialEvent,
    ids::{AccountId, ResetId},
};
use uuid::Uuid;

use super::Credential;
use crate::Command;

/// Set a new password with a link.
#[derive(Clone, Debug)]
pub struct ResetPassword {
    pub account_id: AccountId,
    /// Id that the link carries.
    pub request_id: ResetId,
    /// The new password: argon2id in PHC string form.
    pub new_hash: String,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The link was used, has expired, or a newer one was requested.
    #[error("This reset link is invalid or has expired. Please request a new one.")]
    LinkIsVoid,
}

/// Checks that a link is valid.
pub fn check(credential: &Credential, request_id: ResetId, now: DateTime<Utc>) -> Result<(), Refusal> {
    match credential.reset {
        Some(reset) if reset.request_id == request_id && now < reset.expires_at => Ok(()),
        _ => Err(Refusal::LinkIsVoid),
    }
}

impl Command for ResetPassword {
    type Aggregate = Credential;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, credential: &Credential) -> Result<Vec<CredentialEvent>, Refusal> {
        check(credential, self.request_id, self.now)?;
        let account_id = self.account_id;
        let hash = Personal::new(account_id.uuid(), self.new_hash.clone());
        Ok(vec![
            CredentialEvent::PasswordSet { account_id, hash },
            CredentialEvent::AllSessionsEnded { account_id, except: None },
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{credential::testing::*, testing::given};

    fn reset(at: i64) -> ResetPassword {
        ResetPassword { account_id: ANNA, request_id: LINK, new_hash: "$new".to_owned(), now: minute(at) }
    }

    #[test]
    fn a_link_sets_a_password_and_ends_every_session() {
        given::<Credential>(&[password_set("$old"), reset_requested(LINK, minute(60))])
            .when(&reset(59))
            .then(&[password_set("$new"), all_ended(None)]);
    }

    #[test]
    fn a_link_is_void_after_an_hour_after_its_use_after_another_and_after_a_change() {
        let asked = reset_requested(LINK, minute(60));
        for (history, at) in [
            (vec![asked.clone()], 60),
            (vec![asked.clone(), password_set("$new"), all_ended(None)], 1),
            (vec![asked, reset_requested(LATER_LINK, minute(61))], 1),
            (vec![], 0),
        ] {
            given::<Credential>(&history).when(&reset(at)).then_refused(Refusal::LinkIsVoid);
        }
    }
}
