//! A person deletes the own account, which erases all personal data.

use chrono::TimeDelta;
use service_kit::caller::Caller;
use shared_events::{Position, Role};

use super::{super::Failure, erase::forget, passwords::known_password, under_way::has_orders_under_way};
use crate::App;

/// Reasons not to delete the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeleteRefusal {
    #[error("Password is incorrect")]
    WrongPassword,
    /// Too many wrong passwords.
    #[error("Too many failed attempts. Please try again later.")]
    TooManyFailures {
        /// Time until the next attempt is allowed.
        retry_in: TimeDelta,
    },
    /// Only operators create and remove admins.
    #[error("Admin accounts cannot be deleted here")]
    Admin,
    /// The person has unfinished orders, whose addresses would be lost.
    #[error("You have orders that are not finished. Please try again when they are.")]
    OrdersUnderWay,
}

/// Erases the caller, whose password is verified first. The caller's sessions end with the account.
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
