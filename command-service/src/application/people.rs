//! What operators do about a person's data: read all that the log holds of them, and forget them.

use std::convert::Infallible;

use event_store::Provenance;
use futures_util::stream::BoxStream;
use shared_events::{
    Position, Role,
    events::{Operated, OperatorAct},
    ids::AccountId,
};

use super::{
    Failure,
    accounts::{forget, has_orders_under_way},
    load,
    operations::written_down,
};
use crate::{
    App,
    domain::{
        account::{Account, Profile},
        operation::Operation,
    },
    operations::Refusal,
};

/// Of what went wrong only the program's own log tells: a failure may hold somebody's data.
const WENT_WRONG: &str = "It went wrong";

/// Why nothing is done about a person's data.
#[derive(Debug, thiserror::Error)]
pub enum PersonRefusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// Nothing of theirs can be read any more.
    #[error("This person is forgotten already")]
    Forgotten,
    /// Operators make admins, and take them back.
    #[error("Admin accounts cannot be deleted here")]
    Admin,
    /// Nobody would know where to bring them.
    #[error("This person has orders that are not finished. Finish or cancel them first.")]
    OrdersUnderWay,
    /// It went wrong; for the log.
    #[error("{0}")]
    Failed(String),
}

/// Which person is to be forgotten, and why.
#[derive(Clone, Debug)]
pub struct ErasePerson {
    /// Their account.
    pub account_id: AccountId,
    /// For the audit.
    pub reason: String,
    /// Also while they have orders that are not finished.
    pub with_open_orders: bool,
}

/// Forgets a person. Answers the position at which their account is closed.
///
/// # Errors
/// See [`PersonRefusal`] and [`Failure`].
pub async fn erase_person(
    app: &App,
    provenance: &Provenance,
    command: ErasePerson,
) -> Result<Position, Failure<PersonRefusal>> {
    let ErasePerson { account_id, reason, with_open_orders } = command;
    let role = known(app, account_id).await?.role;
    if role == Role::Admin {
        return Err(Failure::Refused(PersonRefusal::Admin));
    }
    if !with_open_orders && has_orders_under_way(app, account_id, role).await? {
        return Err(Failure::Refused(PersonRefusal::OrdersUnderWay));
    }
    let operation = about(account_id, OperatorAct::Erase, reason);
    let work = forget::<Infallible>(app, provenance, account_id);
    match written_down(app, provenance, &operation, work, |_| WENT_WRONG.to_owned()).await {
        Ok((_, position)) => Ok(position),
        Err(Failure::Refused(failure)) => Err(failure.map(|never| match never {})),
        Err(failure) => Err(failure.map(|failure| PersonRefusal::Failed(failure.to_string()))),
    }
}

/// Everything that the log holds about a person, as one JSON document in pieces. Only what has come to its end is whole.
///
/// # Errors
/// See [`PersonRefusal`] and [`Failure`].
pub async fn export_person(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    reason: String,
) -> Result<BoxStream<'static, Result<String, Refusal>>, Failure<PersonRefusal>> {
    known(app, account_id).await?;
    let operation = about(account_id, OperatorAct::Export, reason);
    let work = app.operations.export_person(account_id);
    let done = written_down(app, provenance, &operation, work, Refusal::for_the_record).await;
    let (_, pieces) =
        done.map_err(|failure| failure.map(|refusal| PersonRefusal::Failed(refusal.to_string())))?;
    Ok(pieces)
}

async fn known(app: &App, account_id: AccountId) -> Result<Profile, Failure<PersonRefusal>> {
    let Account { profile, erased } = load::<Account, _>(&app.log, account_id.uuid()).await?.state;
    let missing = if erased { PersonRefusal::Forgotten } else { PersonRefusal::NotFound };
    profile.ok_or(Failure::Refused(missing))
}

fn about(account_id: AccountId, act: OperatorAct, reason: String) -> Operation {
    Operation { act, target: Operated::person(account_id), reason: Some(reason) }
}
