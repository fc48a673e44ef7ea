//! Forgetting a person.

use std::convert::Infallible;

use event_store::Provenance;
use shared_events::{Position, ids::AccountId};
use uuid::Uuid;

use super::{
    super::{Executed, Failure, execute, load},
    email_claim::fingerprint,
};
use crate::{
    App,
    domain::{
        account::{Account, erase_account},
        email::{Email, EmailAddress, release_email},
    },
};

/// Forgets a person: nothing personal of theirs in the log can be read from now on, what they uploaded is deleted, their
/// account is closed, and the e-mail addresses with these streams can be signed up with again. Repeating it finishes
/// what was begun.
///
/// The key goes first. So nothing that can be read is written after the account's last event, and a view that has come
/// to that event has seen, and drops, all that there ever was.
///
/// # Errors
/// Never [`Failure::Refused`]; the next call goes on where this one stopped.
pub async fn erase(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    addresses: &[Uuid],
) -> Result<Position, Failure<Infallible>> {
    let erased = app.log.keyring().erase(account_id.uuid()).await;
    erased.map_err(|error| Failure::Unavailable(error.to_string()))?;
    let deleted = app.blobs.delete_all_of(account_id).await;
    deleted.map_err(|error| Failure::Unavailable(error.to_string()))?;
    let decide = |account: &Account| Ok::<_, Infallible>(erase_account::decide(account, account_id));
    let Executed { position, .. } = execute(app, provenance, account_id.uuid(), decide).await?;
    for address in addresses {
        let decide = |email: &Email| Ok::<_, Infallible>(release_email::decide(email, account_id));
        execute(app, provenance, *address, decide).await?;
    }
    Ok(position)
}

/// The account that has claimed an e-mail address, if any has.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn holder_of(app: &App, address: &EmailAddress) -> Result<Option<AccountId>, Failure<Infallible>> {
    let claim = fingerprint(app, address).await?;
    Ok(load::<Email, _>(&app.log, claim).await?.state.holder)
}
