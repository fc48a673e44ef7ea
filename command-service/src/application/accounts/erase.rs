//! Forgetting a person.

use std::convert::Infallible;

use event_store::Provenance;
use shared_events::{Position, ids::AccountId};
use uuid::Uuid;

use super::{
    super::{Executed, Failure, execute, load},
    email_claim::fingerprint,
    never_refused,
    traces::Traces,
};
use crate::{
    App,
    domain::{
        account::{Account, erase_account},
        email::{Email, EmailAddress, release_email},
    },
};

/// Forgets a person: nothing personal of theirs in the log can be read from now on, what they uploaded and what is kept of
/// their mail is deleted, their account is closed, and the e-mail addresses with these streams can be signed up with again.
/// Repeating it finishes what was begun.
///
/// From the key on it runs to its end, whether anybody waits for it or not: without the key, the owner has no password any
/// more to ask again with. What a crash cuts short is finished at the next start.
///
/// The key goes before the event. So nothing that can be read is written after the account's last event, and a view that
/// has come to that event has seen, and drops, all that there ever was.
///
/// # Errors
/// Never [`Failure::Refused`]; the next call goes on where this one stopped.
pub async fn erase(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    addresses: &[Uuid],
) -> Result<Position, Failure<Infallible>> {
    // What earlier versions have kept says nowhere whose it is: it is found by its text, while that can still be read.
    let traces = Traces::of(app, account_id).await?;
    let texts: Vec<String> = traces.texts.iter().cloned().collect();
    app.operations.forget_texts(&texts).await.map_err(unavailable)?;
    let own = traces.own_addresses(app, account_id).await?;
    app.mailer.forget(account_id.uuid(), &own).await.map_err(unavailable)?;
    let (app, provenance, addresses) = (app.clone(), provenance.clone(), addresses.to_vec());
    let closing = tokio::spawn(async move { close(&app, &provenance, account_id, &addresses).await });
    closing.await.unwrap_or_else(|panic| Err(Failure::Defect(panic.to_string())))
}

/// Forgets a person whose account is there, with the address that it has, and ends their sessions.
pub(in super::super) async fn forget<E>(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
) -> Result<Position, Failure<E>> {
    // The address can only be read as long as the key is there.
    let profile = load::<Account, _>(&app.log, account_id.uuid()).await?.state.profile;
    let email = profile.and_then(|profile| profile.email.into_inner());
    let claims = match email {
        Some(email) => vec![fingerprint(app, &EmailAddress::of_account(&email)).await?],
        None => Vec::new(),
    };
    let position = erase(app, provenance, account_id, &claims).await.map_err(never_refused)?;
    app.sessions.forget(account_id.uuid());
    Ok(position)
}

/// Drops the key, closes the account and clears away.
async fn close(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    addresses: &[Uuid],
) -> Result<Position, Failure<Infallible>> {
    app.log.keyring().erase(account_id.uuid()).await.map_err(unavailable)?;
    let decide = |account: &Account| Ok::<_, Infallible>(erase_account::decide(account, account_id));
    let Executed { position, .. } = execute(app, provenance, account_id.uuid(), decide).await?;
    for address in addresses {
        let decide = |email: &Email| Ok::<_, Infallible>(release_email::decide(email, account_id));
        execute(app, provenance, *address, decide).await?;
    }
    clear(app, account_id, position).await?;
    Ok(position)
}

/// What came of clearing away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleared {
    /// Nothing is left.
    Everything,
    /// Another program is about to drop the person from a build of a view.
    NotYet,
}

/// Deletes what is kept beside the log of a person who was forgotten at this position. Repeating it is harmless.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn clear(
    app: &App,
    account_id: AccountId,
    position: Position,
) -> Result<Cleared, Failure<Infallible>> {
    app.blobs.delete_all_of(account_id).await.map_err(unavailable)?;
    app.mailer.forget(account_id.uuid(), &[]).await.map_err(unavailable)?;
    let dropped = app.operations.drop_stale_builds(position).await.map_err(unavailable)?;
    Ok(if dropped { Cleared::Everything } else { Cleared::NotYet })
}

pub(super) fn unavailable(error: impl std::fmt::Display) -> Failure<Infallible> {
    Failure::Unavailable(error.to_string())
}

/// The account that has claimed an e-mail address, if any has.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn holder_of(app: &App, address: &EmailAddress) -> Result<Option<AccountId>, Failure<Infallible>> {
    let claim = fingerprint(app, address).await?;
    Ok(load::<Email, _>(&app.log, claim).await?.state.holder)
}
