//! What an admin proves before the data of a person is exported or erased: a stolen token alone must not do it, nor
//! a stolen password do it many times.

use chrono::TimeDelta;
use shared_events::ids::AccountId;

use super::{
    Failure,
    accounts::{AccountPorts, PasswordRefusal, confirm_password},
};

/// Reasons not to act on a person's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfirmRefusal {
    #[error("Current password is required")]
    PasswordMissing,
    #[error(transparent)]
    Password(#[from] PasswordRefusal),
    /// More people than the setting `operations.people_per_admin_and_day`.
    #[error("You have exported or erased as many people as an admin may in a day. Please try again later.")]
    TooMany {
        /// Time until the next one is allowed.
        retry_in: TimeDelta,
    },
}

/// Verifies the admin's password, and counts the act against the admin's daily limit.
pub async fn confirm_person_act(
    ports: &AccountPorts,
    admin: AccountId,
    password: &str,
) -> Result<(), Failure<ConfirmRefusal>> {
    if password.is_empty() {
        return Err(Failure::Refused(ConfirmRefusal::PasswordMissing));
    }
    let confirmed = confirm_password(ports, admin, password).await;
    confirmed.map_err(|failure| failure.map(ConfirmRefusal::from))?;
    let admitted = ports.limits.person_acts.admit(admin, ports.clock.now());
    admitted.map_err(|retry_in| Failure::Refused(ConfirmRefusal::TooMany { retry_in }))
}
