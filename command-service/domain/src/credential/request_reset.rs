//! A person who has forgotten the password asks for a reset link.

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    events::CredentialEvent,
    ids::{AccountId, ResetId},
};

use super::Credential;

/// How long a reset link is valid.
pub const VALID_FOR: TimeDelta = TimeDelta::hours(1);

/// Send a reset link.
#[derive(Clone, Copy, Debug)]
pub struct RequestReset {
    pub account_id: AccountId,
    /// Id that the link carries.
    pub request_id: ResetId,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Returns the events to append: none if the account has no password, because it was never opened or is erased.
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
    use crate::{credential::testing::*, testing::given};

    fn request() -> RequestReset {
        RequestReset { account_id: ANNA, request_id: LINK, now: minute(0) }
    }

    #[test]
    fn a_reset_link_is_valid_for_an_hour() {
        given::<Credential>(&[password_set("$1")])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &request())))
            .then(&[reset_requested(LINK, minute(60))]);
    }

    #[test]
    fn an_account_without_a_password_gets_no_link() {
        given::<Credential>(&[])
            .when(|credential| Ok::<_, Infallible>(decide(credential, &request())))
            .then_nothing();
    }
}
