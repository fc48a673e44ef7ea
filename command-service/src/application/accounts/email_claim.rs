//! Claims of e-mail addresses. The stream of an address is named after a keyed fingerprint, so that a copy of
//! the log alone does not reveal whether a person has an account.

use std::{collections::BTreeSet, convert::Infallible};

use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    account::{Account, Profile},
    email::{
        Email, EmailAddress,
        claim_email::{self, ClaimEmail},
        release_email::ReleaseEmail,
    },
};
use event_store::Provenance;
use shared_events::{Recorded, Version, events::EmailEvent, ids::AccountId, personal::SubjectKey};
use uuid::{Builder, Uuid};

use super::super::{Failure, Loaded, Writer, load};

/// Subject of the key for the fingerprints: the installation itself, so that the key is never deleted.
const INSTALLATION: Uuid = Uuid::from_u128(0x6772_6565_6e73_4741_8c6c_0000_0000_0001);

/// Longer than any request runs. A claim this old whose account does not have the address is abandoned.
const ABANDONED_AFTER: TimeDelta = TimeDelta::minutes(1);

/// Claims the address for an account that is about to be opened, or about to change to this address.
///
/// A repeated command claims again, because another account may have taken over its earlier claim since. So the
/// claim's event id also depends on the version at which it is made.
pub(super) async fn claim_email(
    writer: &Writer,
    provenance: &Provenance,
    account_id: AccountId,
    address: &EmailAddress,
) -> Result<(), Failure<claim_email::Refusal>> {
    let claim = fingerprint(writer, address).await?;
    let last = writer.log.last::<EmailEvent>(claim).await?;
    let version = last.as_ref().map_or(0, |last| last.version);
    let command_id = Uuid::new_v5(&provenance.command_id, format!("claim at version {version}").as_bytes());
    let abandoned = match last {
        Some(last) => abandoned(writer, &last, address, provenance.at).await?.then_some(version),
        None => None,
    };
    let provenance = Provenance { command_id, ..provenance.clone() };
    writer.execute(&provenance, &ClaimEmail { claim, account_id, abandoned }).await.map(drop)
}

/// Whether another account has the address or is about to get it.
pub(super) async fn is_taken<R>(
    writer: &Writer,
    account_id: AccountId,
    address: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<bool, Failure<R>> {
    let last = writer.log.last::<EmailEvent>(fingerprint(writer, address).await?).await?;
    Ok(match last {
        Some(last) if last.event != (EmailEvent::EmailClaimed { account_id }) => {
            matches!(last.event, EmailEvent::EmailClaimed { .. })
                && !abandoned(writer, &last, address, now).await?
        }
        _ => false,
    })
}

/// The account that has claimed an e-mail address, if any has.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn holder_of(
    writer: &Writer,
    address: &EmailAddress,
) -> Result<Option<AccountId>, Failure<Infallible>> {
    let claim = fingerprint(writer, address).await?;
    Ok(load::<Email, _>(&writer.log, claim).await?.state.holder)
}

/// The number of times that an address was claimed or released.
pub(super) async fn version_of<R>(writer: &Writer, claim: Uuid) -> Result<Version, Failure<R>> {
    Ok(load::<Email, R>(&writer.log, claim).await?.version)
}

/// Releases an address of the account, unless it was claimed again after this version.
pub(super) async fn release_email<R>(
    writer: &Writer,
    provenance: &Provenance,
    account_id: AccountId,
    claim: Uuid,
    version: Version,
) -> Result<(), Failure<R>> {
    let command = ReleaseEmail { claim, account_id, version: Some(version) };
    writer.execute(provenance, &command).await.map(drop).map_err(Failure::never_refused)
}

/// Whether this is the account's address, in any spelling.
pub(super) fn is_of(address: &EmailAddress, profile: &Profile) -> bool {
    let own = profile.email.get().map(|email| EmailAddress::of_account(email));
    own.is_some_and(|own| own.normalised() == address.normalised())
}

/// Whether a claim is old and its account does not have the address. Then the account never will: it was never opened,
/// was erased, or has another address.
async fn abandoned<R>(
    writer: &Writer,
    last: &Recorded<EmailEvent>,
    address: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<bool, Failure<R>> {
    let EmailEvent::EmailClaimed { account_id } = last.event else { return Ok(false) };
    if now - last.recorded_at < ABANDONED_AFTER {
        return Ok(false);
    }
    let account: Loaded<Account> = load::<Account, R>(&writer.log, account_id.uuid()).await?;
    Ok(!account.state.profile.is_some_and(|profile| is_of(address, &profile)))
}

/// Id of the stream of an address: equal for all its spellings, and it does not reveal the address. While an account
/// holds the address in an earlier form, its stream is that of the earlier form.
pub(super) async fn fingerprint<R>(writer: &Writer, address: &EmailAddress) -> Result<Uuid, Failure<R>> {
    let keys = writer.log.keyring().find_or_make(&BTreeSet::from([INSTALLATION])).await;
    let keys = keys.map_err(|error| Failure::Unavailable(error.to_string()))?;
    let key = keys.get(&INSTALLATION).ok_or_else(|| {
        Failure::Defect(
            "the key of this installation was erased: no address can be found any more".to_owned(),
        )
    })?;
    let forms = address.claimed_forms();
    if forms.len() > 1 {
        for claim in forms.iter().map(|form| stream_of(form, key)) {
            if load::<Email, R>(&writer.log, claim).await?.state.holder.is_some() {
                return Ok(claim);
            }
        }
    }
    Ok(stream_of(&address.normalised(), key))
}

fn stream_of(form: &str, key: &SubjectKey) -> Uuid {
    let mac = key.fingerprint(form.as_bytes());
    let [first, _] =
        [&mac[..16], &mac[16..]].map(|half| half.try_into().expect("a MAC has two halves of 16 bytes"));
    Builder::from_custom_bytes(first).into_uuid()
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;
    use shared_events::Actor;

    use super::*;
    use crate::http::testing::{PASSWORD, Shop, customer_form};

    #[tokio::test]
    async fn an_address_that_was_claimed_in_letters_is_found_in_ascii() {
        let shop = Shop::open();
        let writer = &shop.app.writer;
        let letters = "anna@b\u{FC}cher.example";
        let anna = shop.sign_up(&customer_form(letters)).await;
        let account_id = AccountId::new(anna.id);
        // The claim as it stood before domains had one form.
        let typed = EmailAddress::of_account(letters);
        let claim = fingerprint::<Infallible>(writer, &typed).await.unwrap();
        let provenance = shop.app.command_by(Actor::system("test"));
        release_email::<Infallible>(writer, &provenance, account_id, claim, 1).await.unwrap();
        let keys = writer.log.keyring().find_or_make(&BTreeSet::from([INSTALLATION])).await.unwrap();
        let former = stream_of(letters, &keys[&INSTALLATION]);
        assert_ne!(former, claim);
        let command = ClaimEmail { claim: former, account_id, abandoned: None };
        writer.execute(&shop.app.command_by(Actor::system("test")), &command).await.unwrap();

        for spelling in [letters, "ANNA@xn--bcher-kva.example"] {
            let address = EmailAddress::of_account(spelling);
            assert_eq!(fingerprint::<Infallible>(writer, &address).await.unwrap(), former);
            let body = json!({"email": spelling, "password": PASSWORD});
            shop.post("/auth/login", None, &body).await.done(StatusCode::OK);
            let again = shop.post("/auth/signup", None, &customer_form(spelling)).await;
            assert_eq!(again.refused(StatusCode::CONFLICT), "An account with this email already exists");
        }
    }
}
