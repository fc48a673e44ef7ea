//! Use case: a seller creates an API key. It needs the account's password, because a key outlives the session.

use domain::api_key::create_api_key::{CheckedApiKey, CreateApiKey, Refusal};
use event_store::Provenance;
use service_kit::{Ids, api_keys, caller::Caller};
use shared_events::{Position, ids::ApiKeyId};

use super::{
    super::Failure,
    passwords::{PasswordRefusal, confirm_password},
    ports::AccountPorts,
};

/// Reasons not to create an API key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiKeyRefusal {
    #[error(transparent)]
    Password(#[from] PasswordRefusal),
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// A new API key.
#[derive(Clone, Debug)]
pub struct CreatedApiKey {
    pub id: ApiKeyId,
    /// Nobody can read it again.
    pub token: String,
    /// Position in the log: a view that has reached it shows the key.
    pub position: Position,
}

/// Creates an API key of the caller, whose password is verified first.
pub async fn create_api_key(
    ports: &AccountPorts,
    caller: &Caller,
    provenance: &Provenance,
    ids: &dyn Ids,
    key: CheckedApiKey,
    password: &str,
) -> Result<CreatedApiKey, Failure<ApiKeyRefusal>> {
    let confirmed = confirm_password(ports, caller.account, password).await;
    confirmed.map_err(|failure| failure.map(ApiKeyRefusal::from))?;
    let token = ports.tokens.api_key(caller.account, &ids.bytes());
    let key_id = ApiKeyId::derived(provenance.command_id, "api key");
    let (account_id, role, hash) = (caller.account, caller.role, api_keys::hash(&token));
    let executed =
        ports.writer.execute(provenance, &CreateApiKey { account_id, role, key_id, key, hash }).await;
    let position = executed.map_err(|failure| failure.map(ApiKeyRefusal::from))?.position;
    ports.sessions.forget(account_id.uuid());
    Ok(CreatedApiKey { id: key_id, token, position })
}
