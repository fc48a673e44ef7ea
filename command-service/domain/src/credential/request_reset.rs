//! A person who has forgotten the password asks for a reset link.

use std::convert::Infallible;

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    events::CredentialEvent,
    ids::{AccountId, ResetId},
};
use uuid::Uuid;

use super::Credential;
use crate::Command;

/// How long a reset link is valid.
pub const LINK_LIFETIME: TimeDelta = TimeDelta::hours(1);

/// Send a reset link.
#[derive(Clone, Copy, Debug)]
pub struct RequestReset {
    pub account_id: AccountId,
    /// Id that the link carries.
    pub request_id: ResetId,
    /// The current time.
    pub now: DateTime<Utc>,
}

impl Command for RequestReset {
    type Aggregate = Credential;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Returns the events to append: none if the account has no password, because it was never opened or is
    /// erased.
    fn decide(&self, credential: &Credential) -> Result<Vec<CredentialEvent>, Infallible> {
        if credential.readable_hash().is_none() {
            return Ok(Vec::new());
        }
        let Self { account_id, request_id, now } = *self;
        Ok(vec![CredentialEvent::PasswordResetRequested {
            account_id,
            request_id,
            expires_at: now + LINK_LIFETIME,
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{credential::testing::*, testing::given};

    fn request() -> RequestReset {
        RequestReset { account_id: ANNA, request_id: LINK, now: minute(0) }
    }

    #[test]
    fn a_reset_link_is_valid_for_an_hour() {
        given::<Credential>(&[password_set("$1")])
            .when(&request())
            .then(&[reset_requested(LINK, minute(60))]);
    }

    #[test]
    fn an_account_without_a_password_gets_no_link() {
        given::<Credential>(&[]).when(&request()).then_nothing();
    }
}
