//! Whose an e-mail address is. The stream of an address is named after a keyed fingerprint of it, so that whoever has the
//! log alone cannot test whether somebody has an account.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use event_store::{LogError, Provenance};
use shared_events::{
    events::{AccountEvent, EmailEvent},
    ids::AccountId,
};
use uuid::{Builder, Uuid};

use super::super::{Failure, execute};
use crate::{
    App,
    domain::email::{
        Email, EmailAddress,
        claim_email::{self, ClaimEmail},
    },
};

/// Whose key makes the fingerprints: this installation itself, so that the key is never deleted.
const INSTALLATION: Uuid = Uuid::from_u128(0x6772_6565_6e73_4741_8c6c_0000_0000_0001);

/// No request runs for that long: who claimed an address before that, and has not opened an account, never will.
const ABANDONED_AFTER: TimeDelta = TimeDelta::minutes(1);

/// Claims the address for an account that is about to be opened.
pub(super) async fn claim_email(
    app: &App,
    provenance: &Provenance,
    account_id: AccountId,
    address: &EmailAddress,
) -> Result<(), Failure<claim_email::Refusal>> {
    let claim = fingerprint(app, address).await?;
    let command = ClaimEmail { account_id, abandoned_by: abandoned_by(app, claim).await? };
    let decide = |email: &Email| claim_email::decide(email, &command);
    execute(app, provenance, claim, decide).await.map(|_| ())
}

/// Who claimed an address so long ago, without opening an account, that nobody is opening it any more.
async fn abandoned_by(app: &App, claim: Uuid) -> Result<Option<AccountId>, LogError> {
    let Some(last) = app.log.last::<EmailEvent>(claim).await? else { return Ok(None) };
    let EmailEvent::EmailClaimed { account_id } = last.event else { return Ok(None) };
    if app.clock.now() - last.recorded_at < ABANDONED_AFTER {
        return Ok(None);
    }
    let opened = app.log.last::<AccountEvent>(account_id.uuid()).await?.is_some();
    Ok((!opened).then_some(account_id))
}

/// The stream of an address: the same for every spelling of it, and telling nobody which address it is.
pub(super) async fn fingerprint<R>(app: &App, address: &EmailAddress) -> Result<Uuid, Failure<R>> {
    let keys = app.log.keyring().find_or_make(&BTreeSet::from([INSTALLATION])).await;
    let keys = keys.map_err(|error| Failure::Unavailable(error.to_string()))?;
    let key = keys.get(&INSTALLATION).ok_or_else(|| {
        Failure::Defect(
            "the key of this installation was erased: no address can be found any more".to_owned(),
        )
    })?;
    let mac = key.fingerprint(address.normalised().as_bytes());
    let [first, _] =
        [&mac[..16], &mac[16..]].map(|half| half.try_into().expect("a MAC has two halves of 16 bytes"));
    Ok(Builder::from_custom_bytes(first).into_uuid())
}
