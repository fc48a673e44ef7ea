//! Erasing a person: the crypto-shredding key, uploads, mail and the account.

use std::convert::Infallible;

use domain::{
    account::{Account, erase_account::EraseAccount},
    email::{EmailAddress, release_email::ReleaseEmail},
    webhook::remove_webhook::RemoveWebhook,
};
use event_store::Provenance;
use shared_events::{Position, ids::AccountId};
use uuid::Uuid;

use super::{
    super::{Failure, load, webhooks::webhooks_of},
    email_claim::fingerprint,
    ports::ErasurePorts,
    traces::Traces,
};

/// Erases a person: the personal data in the log becomes unreadable, uploads and kept mail are deleted, the
/// account is closed, and the e-mail addresses with these streams can sign up again. A repeated call finishes
/// an interrupted erasure.
///
/// Once the key is deleted, the erasure runs to its end even if the caller goes away: without the key, the owner has
/// no password for another request. After a crash, the next start finishes it.
///
/// The key is deleted before the event is appended. So nothing readable is written after the account's last
/// event, and a view that has processed it has seen all of the person's data, which it then drops.
///
/// # Errors
/// Never [`Failure::Refused`]. After a failure, the next call continues where this one stopped.
pub async fn erase(
    ports: &ErasurePorts,
    provenance: &Provenance,
    account_id: AccountId,
    addresses: &[Uuid],
) -> Result<Position, Failure<Infallible>> {
    // Texts kept by earlier versions do not name their owner: they are found by content, while that is still
    // readable.
    let traces = Traces::of(&ports.writer, account_id).await?;
    let texts: Vec<String> = traces.texts.iter().cloned().collect();
    ports.operations.forget_texts(&texts).await?;
    let own = traces.own_addresses(&ports.writer, account_id).await?;
    ports.mailer.forget(account_id.uuid(), &own).await.map_err(unavailable)?;
    let (ports, provenance, addresses) = (ports.clone(), provenance.clone(), addresses.to_vec());
    let closing = tokio::spawn(async move { close(&ports, &provenance, account_id, &addresses).await });
    closing.await.unwrap_or_else(|panic| Err(Failure::Defect(panic.to_string())))
}

/// Erases a person with an existing account, whose current address is released, and ends the sessions.
pub(in super::super) async fn forget<E>(
    ports: &ErasurePorts,
    provenance: &Provenance,
    account_id: AccountId,
) -> Result<Position, Failure<E>> {
    // The address is readable only until the key is deleted.
    let profile = load::<Account, _>(&ports.writer.log, account_id.uuid()).await?.state.profile;
    let email = profile.and_then(|profile| profile.email.into_inner());
    let claims = match email {
        Some(email) => vec![fingerprint(&ports.writer, &EmailAddress::of_account(&email)).await?],
        None => Vec::new(),
    };
    let position = erase(ports, provenance, account_id, &claims).await.map_err(Failure::never_refused)?;
    ports.sessions.forget(account_id.uuid());
    Ok(position)
}

/// Deletes the key, removes the webhooks, closes the account and clears the data beside the log. Webhooks that cannot be
/// removed now do not hold up the rest: they get no messages, and a process manager removes them after the erasure.
async fn close(
    ports: &ErasurePorts,
    provenance: &Provenance,
    account_id: AccountId,
    addresses: &[Uuid],
) -> Result<Position, Failure<Infallible>> {
    ports.writer.log.keyring().erase(account_id.uuid()).await.map_err(unavailable)?;
    if let Err(failure) = remove_webhooks(ports, provenance, account_id).await {
        tracing::warn!(%account_id, %failure, "cannot remove the webhooks of an erased person yet");
    }
    let position = ports.writer.execute(provenance, &EraseAccount { account_id }).await?.position;
    for claim in addresses {
        let command = ReleaseEmail { claim: *claim, account_id, version: None };
        ports.writer.execute(provenance, &command).await?;
    }
    clear(ports, account_id, position).await?;
    Ok(position)
}

/// Removes the webhooks, so that no more messages are made for them. Can be repeated.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn remove_webhooks(
    ports: &ErasurePorts,
    provenance: &Provenance,
    owner: AccountId,
) -> Result<(), Failure<Infallible>> {
    let webhooks = webhooks_of(&ports.writer, provenance, owner).await?;
    for webhook_id in webhooks.all.into_keys() {
        let command_id = Uuid::new_v5(&provenance.command_id, webhook_id.uuid().as_bytes());
        let of_webhook = Provenance { command_id, ..provenance.clone() };
        let command = RemoveWebhook { owner, webhook_id };
        ports.writer.execute(&of_webhook, &command).await.map_err(unavailable)?;
    }
    Ok(())
}

/// Outcome of [`clear`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleared {
    /// Nothing is left.
    Everything,
    /// Another program has yet to drop the person from a view build that it updates.
    NotYet,
}

/// Deletes the data beside the log of a person who was erased at this position. Can be repeated.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn clear(
    ports: &ErasurePorts,
    account_id: AccountId,
    position: Position,
) -> Result<Cleared, Failure<Infallible>> {
    ports.blobs.delete_all_of(account_id).await.map_err(unavailable)?;
    ports.mailer.forget(account_id.uuid(), &[]).await.map_err(unavailable)?;
    let dropped = ports.operations.drop_stale_builds(position).await?;
    Ok(if dropped { Cleared::Everything } else { Cleared::NotYet })
}

fn unavailable(error: impl std::fmt::Display) -> Failure<Infallible> {
    Failure::Unavailable(error.to_string())
}
