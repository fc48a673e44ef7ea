//! A person deletes their own account, which erases all personal data.

use chrono::TimeDelta;
use domain::account::erase_account::{AdminStays, check_role};
use event_store::Provenance;
use service_kit::caller::Caller;
use shared_events::Position;

use super::{
    super::Failure,
    erase::forget,
    passwords::known_password,
    ports::{AccountPorts, ErasurePorts},
    under_way::has_orders_under_way,
};

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
    #[error(transparent)]
    Admin(#[from] AdminStays),
    /// The person has unfinished orders, whose addresses would be lost.
    #[error("You have orders that are not finished. Please try again when they are.")]
    OrdersUnderWay,
}

/// Erases the caller, whose password is verified first. The caller's sessions end with the account.
pub async fn delete_account(
    ports: &AccountPorts,
    erasure: &ErasurePorts,
    caller: &Caller,
    provenance: &Provenance,
    password: &str,
) -> Result<Position, Failure<DeleteRefusal>> {
    check_role(caller.role).map_err(|stays| Failure::Refused(stays.into()))?;
    let account_id = caller.account;
    let known = known_password(ports, account_id, password).await;
    let known =
        known.map_err(|failure| failure.map(|retry_in| DeleteRefusal::TooManyFailures { retry_in }))?;
    known.ok_or(Failure::Refused(DeleteRefusal::WrongPassword))?;
    if has_orders_under_way(&ports.writer, account_id, caller.role).await? {
        return Err(Failure::Refused(DeleteRefusal::OrdersUnderWay));
    }
    let position = forget(erasure, provenance, account_id).await?;
    Ok(position)
}
