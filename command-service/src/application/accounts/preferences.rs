//! Use case: the owner of an account chooses which notifications are mailed.

use std::collections::BTreeMap;

use domain::account::{Account, choose_email_preferences};
use event_store::Provenance;
use shared_events::ids::AccountId;

use super::super::{Executed, Failure, execute};
use crate::App;

/// Switches e-mail on or off for types of notifications.
pub async fn choose_email_preferences(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    chosen: &BTreeMap<String, bool>,
) -> Result<Executed<Account>, Failure<choose_email_preferences::Refusal>> {
    let decide = |account: &Account| choose_email_preferences::decide(account, account_id, chosen);
    execute(app, provenance, account_id.uuid(), decide).await
}
