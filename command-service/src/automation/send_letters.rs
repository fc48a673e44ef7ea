//! Shared by the process managers that send mail: each step is about a single event, which leads to any number of
//! letters.
//!
//! A letter's id derives from the event and the recipient, and the mailer sends each id once. So a step can be
//! repeated even when only some of its letters were sent.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::{account::Account, email::EmailAddress};
use event_store::Provenance;
use shared_events::{Event, Recorded, events::CorrespondenceEvent, ids::AccountId};
use uuid::Uuid;

use super::process_manager::StepOutcome;
use crate::{
    App,
    application::load,
    idempotency::ids_in,
    mail::{Mail, MailError, letters::Letter},
};

/// No mail is sent about older events, for example when an operator retries a step late or a parked stream is read
/// again.
pub(super) const NEWS_FOR: TimeDelta = TimeDelta::days(7);

/// A letter and its recipient.
pub(super) struct OutgoingLetter {
    pub(super) to: Recipient,
    pub(super) letter: Letter,
    /// The ids that it is about beside those in its event.
    pub(super) about: BTreeSet<Uuid>,
}

impl OutgoingLetter {
    pub(super) fn new(to: Recipient, letter: Letter) -> Self {
        Self { to, letter, about: BTreeSet::new() }
    }
}

/// A recipient who wants mail, with the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipient {
    /// The person's name; empty if it must not be used.
    pub(super) name: String,
    pub(super) email: String,
}

/// Sends the letters about the event in the provenance. `write` gets the stream's history and the event's index
/// in it; it is called again whenever the step is repeated.
pub(super) async fn send_letters<E: Event>(
    app: &App,
    provenance: &Provenance,
    stream: Uuid,
    write: impl AsyncFnOnce(usize, &[Recorded<E>]) -> Result<Vec<OutgoingLetter>, String>,
) -> Result<StepOutcome, String> {
    let history: Vec<Recorded<E>> = app.writer.log.load(stream).await.map_err(|error| error.to_string())?;
    let Some(place) = history.iter().position(|event| event.event_id == provenance.causation_id) else {
        return Err(format!("event {} is not in its stream", provenance.causation_id));
    };
    let event = &history[place];
    if app.clock.now() - event.recorded_at > NEWS_FOR {
        tracing::info!(event = %event.event_id, "event too old; no mail sent");
        return Ok(StepOutcome::Done);
    }
    let event_id = event.event_id;
    // The first event of a stream names its participants, and each event names the people that it concerns. A
    // correspondence has no participants beside its owner: its first event names whoever wrote first.
    let first = Some(&history[0]).filter(|_| E::CATEGORY != CorrespondenceEvent::CATEGORY);
    let about: BTreeSet<Uuid> = first
        .into_iter()
        .chain([event])
        .flat_map(|event| ids_in(&serde_json::to_string(&event.event).unwrap_or_default()))
        .chain([stream])
        .collect();
    let (mut later, mut never) = (Vec::new(), Vec::new());
    for OutgoingLetter { to, letter, about: others } in write(place, &history).await? {
        if EmailAddress::parse(&to.email).is_none() {
            never.push("the recipient has no e-mail address that can be written to".to_owned());
            continue;
        }
        let id = Uuid::new_v5(&event_id, to.email.to_lowercase().as_bytes());
        let mail = letter.to(&to.name, &to.email, &app.public_url);
        match app.mailer.send(id, &Mail { about: &about | &others, ..mail }).await {
            Ok(()) => {}
            Err(MailError::Later(failure) | MailError::Unknown(failure)) => later.push(failure),
            Err(MailError::NoMailbox(failure)) if to.email != *app.support_address => {
                tracing::info!(event = %event_id, %failure, "letter not sent: the address does not exist");
            }
            Err(MailError::Never(failure) | MailError::NoMailbox(failure)) => never.push(failure),
        }
    }
    match (&later[..], &never[..]) {
        ([], []) => Ok(StepOutcome::Done),
        ([], _) => Ok(StepOutcome::ParkWith(never.join("; "))),
        _ => Err(later.join("; ")),
    }
}

/// The account's owner as a recipient. `None` if the account no longer exists, or its owner has opted out of this
/// notification type. The name is left out while the address is unverified, because a stranger may read its mail. The
/// shop's own mail goes to its support address.
pub(super) async fn account_recipient(
    app: &App,
    account: AccountId,
    kind: Option<&str>,
) -> Result<Option<Recipient>, String> {
    if account == AccountId::SHOP {
        return Ok(Some(Recipient { name: String::new(), email: app.support_address.to_string() }));
    }
    let loaded = load::<Account, String>(&app.writer.log, account.uuid()).await;
    let Some(profile) = loaded.map_err(|failure| failure.to_string())?.state.profile else { return Ok(None) };
    if kind.is_some_and(|kind| profile.email_wanted.get(kind) == Some(&false)) {
        return Ok(None);
    }
    let name = profile.name.into_inner().filter(|_| profile.email_verified).unwrap_or_default();
    Ok(profile.email.into_inner().map(|email| Recipient { name, email }))
}

/// One letter, if there is a recipient.
pub(super) fn to(recipient: Option<Recipient>, letter: impl FnOnce() -> Letter) -> Vec<OutgoingLetter> {
    match recipient {
        Some(to) => vec![OutgoingLetter::new(to, letter())],
        None => Vec::new(),
    }
}
