//! Use cases of admins on accounts: deactivating and reactivating them, which also ends their sessions.

use domain::{
    Command,
    account::{
        Account,
        deactivate_account::{self, DeactivateAccount},
        reactivate_account::{self, ReactivateAccount},
    },
};
use event_store::Provenance;
use shared_events::ids::AccountId;

use super::{
    super::{Executed, Failure, Writer, load},
    sessions::end_all_sessions,
};
use crate::sessions::Sessions;

/// Deactivates an account: its sessions end at once, it cannot log in, and a merchant's products disappear.
/// `provenance` names the admin.
pub async fn deactivate(
    writer: &Writer,
    sessions: &Sessions,
    provenance: &Provenance,
    account_id: AccountId,
    reason: Option<String>,
) -> Result<Executed<Account>, Failure<deactivate_account::Refusal>> {
    let command = DeactivateAccount { account_id, reason };
    let executed = writer.execute(provenance, &command).await?;
    sessions.forget(account_id.uuid());
    Ok(executed)
}

/// Reactivates an account. `provenance` names the admin.
///
/// Earlier sessions are ended first, so that none is valid again afterwards.
pub async fn reactivate(
    writer: &Writer,
    sessions: &Sessions,
    provenance: &Provenance,
    account_id: AccountId,
    reason: Option<String>,
) -> Result<Executed<Account>, Failure<reactivate_account::Refusal>> {
    let command = ReactivateAccount { account_id, reason };
    let present = load::<Account, _>(&writer.log, account_id.uuid()).await?;
    command.decide(&present.state).map_err(Failure::Refused)?;
    end_all_sessions(writer, provenance, account_id).await?;
    let executed = writer.execute(provenance, &command).await?;
    sessions.forget(account_id.uuid());
    Ok(executed)
}
