//! Somebody who has forgotten the password asks for a link that sets a new one.

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    events::CredentialEvent,
    ids::{AccountId, ResetId},
};

use super::Credential;

/// How long a link can be used.
pub const VALID_FOR: TimeDelta = TimeDelta::hours(1);

/// Promise a link.
#[derive(Clone, Copy, Debug)]
pub struct RequestReset {
    /// Whose password.
    pub account_id: AccountId,
    /// What the link is for.
    pub request_id: ResetId,
    /// Now.
    pub now: DateTime<Utc>,
}

/// Decides. Without a password there is nothing to reset: the account was never opened, or its person was forgotten.
pub fn decide(credential: &Credential, command: &RequestReset) -> Vec<CredentialEvent> {
    if credential.readable_hash().is_none() {
        return Vec::new();
    }
    let RequestReset { account_id, request_id, now } = *command;
    vec![CredentialEvent::PasswordResetRequested { account_id, request_id, expires_at: now + VALID_FOR }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::domain::{credential::testing::*, testing::given};

    fn request() -> RequestReset {
        RequestReset { account_id: ANNA, request_id: LINK, now: minute(0) }
    }

    #[test]
    fn a_link_is_promised_for_an_hour() {
        given::<Credential>(&[password_set("$1")])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &request())))
            .then(&[reset_requested(LINK, minute(60))]);
    }

    #[test]
    fn nothing_is_promised_to_nobody() {
        given::<Credential>(&[])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &request())))
            .then_nothing();
    }
}
