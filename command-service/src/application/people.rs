//! Use cases of operators on a person's data: export all of it from the log, and erase it.

use std::convert::identity;

use domain::{
    account::{
        Account, Profile,
        erase_account::{AdminStays, NoPerson, check_role, person},
    },
    operation::Operation,
};
use event_store::Provenance;
use futures_util::stream::BoxStream;
use shared_events::{
    Position,
    events::{Operated, OperatorAct},
    ids::AccountId,
};

use super::{
    Failure, Writer,
    accounts::{ErasurePorts, forget, has_orders_under_way},
    load,
    operations::{OperationPorts, written_down},
};
use crate::operations::Failed;

/// Reasons to refuse a request about a person's data.
#[derive(Debug, thiserror::Error)]
pub enum PersonRefusal {
    /// The account has no owner, or not any more.
    #[error(transparent)]
    NoPerson(#[from] NoPerson),
    #[error(transparent)]
    Admin(#[from] AdminStays),
    /// The person has unfinished orders, whose addresses would be lost.
    #[error("This person has orders that are not finished. Finish or cancel them first.")]
    OrdersUnderWay,
}

/// The person to erase, and the reason.
#[derive(Clone, Debug)]
pub struct ErasePerson {
    /// Id of the person's account.
    pub account_id: AccountId,
    /// Reason for the audit.
    pub reason: String,
    /// Erase even with unfinished orders.
    pub with_open_orders: bool,
}

/// Erases a person. Returns the position at which the account is closed.
pub async fn erase_person(
    ports: &ErasurePorts,
    provenance: &Provenance,
    command: ErasePerson,
) -> Result<Position, Failure<PersonRefusal>> {
    let ErasePerson { account_id, reason, with_open_orders } = command;
    let role = known(&ports.writer, account_id).await?.role;
    check_role(role).map_err(|stays| Failure::Refused(stays.into()))?;
    if !with_open_orders && has_orders_under_way(&ports.writer, account_id, role).await? {
        return Err(Failure::Refused(PersonRefusal::OrdersUnderWay));
    }
    let operation = about(account_id, OperatorAct::Erase, reason);
    let work = forget(ports, provenance, account_id);
    let done =
        written_down(&ports.writer, provenance, &operation, work, |_| Failed::FOR_THE_RECORD.to_owned())
            .await;
    done.map(|(_, position)| position).map_err(|failure| failure.or_else(identity))
}

/// Exports everything in the log about a person, as a JSON document in chunks. The document is complete only if the
/// stream ends without an error.
pub async fn export_person(
    ports: &OperationPorts,
    provenance: &Provenance,
    account_id: AccountId,
    reason: String,
) -> Result<BoxStream<'static, Result<String, Failed>>, Failure<PersonRefusal>> {
    known(&ports.writer, account_id).await?;
    let operation = about(account_id, OperatorAct::Export, reason);
    let work = ports.operations.export_person(account_id);
    let done =
        written_down(&ports.writer, provenance, &operation, work, |_| Failed::FOR_THE_RECORD.to_owned())
            .await;
    done.map(|(_, pieces)| pieces).map_err(|failure| failure.or_else(Failure::from))
}

async fn known(writer: &Writer, account_id: AccountId) -> Result<Profile, Failure<PersonRefusal>> {
    let account = load::<Account, _>(&writer.log, account_id.uuid()).await?.state;
    person(account).map_err(|missing| Failure::Refused(missing.into()))
}

fn about(account_id: AccountId, act: OperatorAct, reason: String) -> Operation {
    Operation { act, target: Operated::person(account_id), reason: Some(reason) }
}
