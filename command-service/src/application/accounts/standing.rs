//! Use cases of admins on accounts: approve and reject merchants, deactivate and reactivate accounts.

use domain::account::{
    Account,
    approve_merchant::{self, ApproveMerchant},
    deactivate_account::{self, DeactivateAccount},
    reactivate_account::{self, ReactivateAccount},
    reject_merchant::{self, RejectMerchant},
};
use event_store::Provenance;
use shared_events::ids::AccountId;

use super::{
    super::{Executed, Failure, execute, load},
    sessions::end_all_sessions,
};
use crate::App;

/// Approves a merchant. `provenance` names the admin.
pub async fn approve_merchant(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    reason: Option<String>,
) -> Result<Executed<Account>, Failure<approve_merchant::Refusal>> {
    let command = ApproveMerchant { account_id, reason };
    let decide = |account: &Account| approve_merchant::decide(account, &command);
    execute(app, provenance, account_id.uuid(), decide).await
}

/// Rejects a merchant. `provenance` names the admin.
pub async fn reject_merchant(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    reason: String,
) -> Result<Executed<Account>, Failure<reject_merchant::Refusal>> {
    let command = RejectMerchant { account_id, reason };
    let decide = |account: &Account| reject_merchant::decide(account, &command);
    execute(app, provenance, account_id.uuid(), decide).await
}

/// Deactivates an account: its sessions end at once, nobody can log in to it, and a merchant's products
/// disappear. `provenance` names the admin.
pub async fn deactivate(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    reason: Option<String>,
) -> Result<Executed<Account>, Failure<deactivate_account::Refusal>> {
    let command = DeactivateAccount { account_id, reason };
    let decide = |account: &Account| deactivate_account::decide(account, &command);
    let executed = execute(app, provenance, account_id.uuid(), decide).await?;
    app.sessions.forget(account_id.uuid());
    Ok(executed)
}

/// Reactivates an account. `provenance` names the admin.
///
/// Earlier sessions are ended first, so that none is valid again afterwards.
pub async fn reactivate(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    reason: Option<String>,
) -> Result<Executed<Account>, Failure<reactivate_account::Refusal>> {
    let command = ReactivateAccount { account_id, reason };
    let decide = |account: &Account| reactivate_account::decide(account, &command);
    let present = load::<Account, _>(&app.log, account_id.uuid()).await?;
    decide(&present.state).map_err(Failure::Refused)?;
    end_all_sessions(app, provenance, account_id).await?;
    let executed = execute(app, provenance, account_id.uuid(), decide).await?;
    app.sessions.forget(account_id.uuid());
    Ok(executed)
}
