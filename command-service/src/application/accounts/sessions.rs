//! Use cases of sessions: log out here, elsewhere or everywhere.

use domain::{
    credential::end_all_sessions::{self, Asking, EndAllSessions},
    session::end_session::{self, EndSession},
};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, SessionId},
};

use super::{
    super::{Failure, Writer},
    verify_email::withdraw_email_change,
};
use crate::sessions::Sessions;

pub async fn end_session(
    writer: &Writer,
    sessions: &Sessions,
    provenance: &Provenance,
    account_id: AccountId,
    session_id: SessionId,
) -> Result<Position, Failure<end_session::Refusal>> {
    let executed = writer.execute(provenance, &EndSession { account_id, session_id }).await?;
    sessions.forget(session_id.uuid());
    Ok(executed.position)
}

/// Ends all sessions of this account except the calling one.
pub async fn end_other_sessions(
    writer: &Writer,
    sessions: &Sessions,
    provenance: &Provenance,
    account_id: AccountId,
    asking: Asking,
) -> Result<Position, Failure<end_all_sessions::Refusal>> {
    // Ending the sessions voids the link of a pending address; withdrawing it shows the person that no link
    // will work.
    withdraw_email_change(writer, provenance, account_id, None).await?;
    let command = EndAllSessions { account_id, asking: Some(asking) };
    let executed = writer.execute(provenance, &command).await?;
    sessions.forget(account_id.uuid());
    Ok(executed.position)
}

pub(super) async fn end_all_sessions<R>(
    writer: &Writer,
    provenance: &Provenance,
    account_id: AccountId,
) -> Result<(), Failure<R>> {
    let executed = writer.execute(provenance, &EndAllSessions { account_id, asking: None }).await;
    let unasked =
        |refusal: end_all_sessions::Refusal| Failure::Defect(format!("nobody asked, and yet: {refusal}"));
    match executed {
        Ok(_) => Ok(()),
        Err(Failure::Refused(refusal)) => Err(unasked(refusal)),
        Err(failure) => Err(failure.map(|_| unreachable!("refusals are handled above"))),
    }
}
