//! Somebody wants to be forgotten.

use chrono::TimeDelta;
use service_kit::caller::Caller;
use shared_events::{Position, Role};

use super::{super::Failure, erase::forget, passwords::known_password, under_way::has_orders_under_way};
use crate::App;

/// Why somebody is not forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeleteRefusal {
    /// It is not the password.
    #[error("Password is incorrect")]
    WrongPassword,
    /// Too many wrong passwords.
    #[error("Too many failed attempts. Please try again later.")]
    TooManyFailures {
        /// When the next try is allowed.
        retry_in: TimeDelta,
    },
    /// Operators make admins, and take them back.
    #[error("Admin accounts cannot be deleted here")]
    Admin,
    /// Nobody would know where to bring them.
    #[error("You have orders that are not finished. Please try again when they are.")]
    OrdersUnderWay,
}

/// Forgets the person who asks and knows the password. Their sessions end with the account.
///
/// # Errors
/// See [`DeleteRefusal`].
pub async fn delete_own(
    app: &App,
    caller: &Caller,
    password: &str,
) -> Result<Position, Failure<DeleteRefusal>> {
    if caller.role == Role::Admin {
        return Err(Failure::Refused(DeleteRefusal::Admin));
    }
    let account_id = caller.account;
    let known = known_password(app, account_id, password).await;
    let known =
        known.map_err(|failure| failure.map(|retry_in| DeleteRefusal::TooManyFailures { retry_in }))?;
    known.ok_or(Failure::Refused(DeleteRefusal::WrongPassword))?;
    if has_orders_under_way(app, account_id, caller.role).await? {
        return Err(Failure::Refused(DeleteRefusal::OrdersUnderWay));
    }
    let provenance = app.command_by(caller.actor());
    let position = forget(app, &provenance, account_id).await?;
    Ok(position)
}
