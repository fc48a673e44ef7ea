//! What the process managers that write mail have in common: each is about single events, of which each leads to any
//! number of letters.
//!
//! A letter's id follows from the event and the recipient. The mailer sends nothing twice under one id; so a step can be
//! repeated, also one of whose letters some have gone and some have not.

use std::collections::BTreeSet;

use event_store::Provenance;
use shared_events::{Event, Recorded, ids::AccountId};
use uuid::Uuid;

use super::{news::OLD_AFTER, runner::Left};
use crate::{
    App,
    application::load,
    domain::{account::Account, email::EmailAddress},
    idempotency::ids_in,
    mail::{Mail, MailError, letters::Letter},
};

/// A letter and who gets it.
pub(super) struct Posted {
    pub(super) to: Addressee,
    pub(super) letter: Letter,
}

/// Somebody who wants mail, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Addressee {
    /// The person's name, or none.
    pub(super) name: String,
    pub(super) email: String,
}

/// Sends the letters about the event that the provenance names. `write` gets the event, as its place in the stream's
/// history, and is asked again whenever the step is repeated.
pub(super) async fn carry<E: Event>(
    app: &App,
    provenance: &Provenance,
    stream: Uuid,
    write: impl AsyncFnOnce(usize, &[Recorded<E>]) -> Result<Vec<Posted>, String>,
) -> Result<Left, String> {
    let history: Vec<Recorded<E>> = app.log.load(stream).await.map_err(|error| error.to_string())?;
    let Some(place) = history.iter().position(|event| event.event_id == provenance.causation_id) else {
        return Err(format!("event {} is not in its stream", provenance.causation_id));
    };
    let event = &history[place];
    if app.clock.now() - event.recorded_at > OLD_AFTER {
        tracing::info!(event = %event.event_id, "too old to be told: no mail");
        return Ok(Left::Nothing);
    }
    let event_id = event.event_id;
    // The first event of a stream names the people in it, each event those whom it is about.
    let about: BTreeSet<Uuid> = [&history[0], event]
        .into_iter()
        .flat_map(|event| ids_in(&serde_json::to_string(&event.event).unwrap_or_default()))
        .chain([stream])
        .collect();
    let (mut later, mut never) = (Vec::new(), Vec::new());
    for Posted { to, letter } in write(place, &history).await? {
        if EmailAddress::parse(&to.email).is_none() {
            never.push("the recipient has no e-mail address that can be written to".to_owned());
            continue;
        }
        let id = Uuid::new_v5(&event_id, to.email.to_lowercase().as_bytes());
        let mail = letter.to(&to.name, &to.email, &app.public_url);
        match app.mailer.send(id, &Mail { about: about.clone(), ..mail }).await {
            Ok(()) => {}
            Err(MailError::Later(failure) | MailError::Unknown(failure)) => later.push(failure),
            Err(MailError::NoMailbox(failure)) if to.email != *app.support_address => {
                tracing::info!(event = %event_id, %failure, "a letter is not sent, because its address does not exist");
            }
            Err(MailError::Never(failure) | MailError::NoMailbox(failure)) => never.push(failure),
        }
    }
    match (&later[..], &never[..]) {
        ([], []) => Ok(Left::Nothing),
        ([], _) => Ok(Left::GiveUp(never.join("; "))),
        _ => Err(later.join("; ")),
    }
}

/// The account's person, who wants all mail that is not of a kind, and mail of this type of notification unless they
/// said otherwise. None when there is nobody any more. Whoever reads the mail of an address that is not verified may be a
/// stranger, who is told no names.
pub(super) async fn addressee(
    app: &App,
    account: AccountId,
    kind: Option<&str>,
) -> Result<Option<Addressee>, String> {
    let loaded = load::<Account, String>(&app.log, account.uuid()).await;
    let Some(profile) = loaded.map_err(|failure| failure.to_string())?.state.profile else { return Ok(None) };
    if kind.is_some_and(|kind| profile.email_wanted.get(kind) == Some(&false)) {
        return Ok(None);
    }
    let name = profile.name.into_inner().filter(|_| profile.email_verified).unwrap_or_default();
    Ok(profile.email.into_inner().map(|email| Addressee { name, email }))
}

/// One letter to somebody, or none to nobody.
pub(super) fn to(addressee: Option<Addressee>, letter: impl FnOnce() -> Letter) -> Vec<Posted> {
    match addressee {
        Some(to) => vec![Posted { to, letter: letter() }],
        None => Vec::new(),
    }
}
