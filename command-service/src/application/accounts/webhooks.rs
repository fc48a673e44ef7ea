//! Use cases: a seller creates a webhook, or replaces its secret. Both need the account's password: who has the secret can
//! forge messages, also after the session has ended.

use domain::webhook::{
    create_webhook::{CheckedWebhook, CreateWebhook, Refusal},
    rotate_secret::{self, RotateSecret},
};
use event_store::Provenance;
use service_kit::caller::Caller;
use shared_events::{Position, ids::WebhookId};

use super::{
    super::Failure,
    passwords::{PasswordRefusal, confirm_password},
    ports::AccountPorts,
};

/// Reasons not to create a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookRefusal {
    #[error(transparent)]
    Password(#[from] PasswordRefusal),
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Creates a webhook of the caller, or of the shop by an admin. The caller's password is verified first.
pub async fn create_webhook(
    ports: &AccountPorts,
    caller: &Caller,
    provenance: &Provenance,
    webhook: CheckedWebhook,
    password: &str,
) -> Result<(WebhookId, Position), Failure<WebhookRefusal>> {
    let confirmed = confirm_password(ports, caller.account, password).await;
    confirmed.map_err(|failure| failure.map(WebhookRefusal::from))?;
    let webhook_id = WebhookId::derived(provenance.command_id, "webhook");
    let command = CreateWebhook { owner: caller.webhook_owner(), webhook_id, webhook };
    let position = ports.writer.execute_for_position(provenance, &command).await;
    Ok((webhook_id, position.map_err(|failure| failure.map(WebhookRefusal::from))?))
}

/// Reasons not to replace a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RotateRefusal {
    #[error(transparent)]
    Password(#[from] PasswordRefusal),
    #[error(transparent)]
    Refused(#[from] rotate_secret::Refusal),
}

/// Replaces the secret of a webhook; returns the number of the new one. The caller's password is verified first.
pub async fn rotate_secret(
    ports: &AccountPorts,
    caller: &Caller,
    provenance: &Provenance,
    webhook_id: WebhookId,
    password: &str,
) -> Result<(u32, Position), Failure<RotateRefusal>> {
    let confirmed = confirm_password(ports, caller.account, password).await;
    confirmed.map_err(|failure| failure.map(RotateRefusal::from))?;
    let command = RotateSecret { owner: caller.webhook_owner(), webhook_id, now: provenance.at };
    let rotated = ports.writer.execute(provenance, &command).await;
    let rotated = rotated.map_err(|failure| failure.map(RotateRefusal::from))?;
    let webhook = rotated.state.all.get(&webhook_id);
    let number = webhook.ok_or(Failure::Refused(rotate_secret::Refusal::NotFound.into()))?.secret_number;
    Ok((number, rotated.position))
}
