//! Process manager: mails a verification link to an account's new or pending e-mail address, and a notice to
//! its old one.

use async_trait::async_trait;
use domain::{Aggregate, account::Account, email::EmailAddress};
use event_store::Provenance;
use service_kit::token::VerificationLink;
use shared_events::{
    CodecError, Event, RawEvent, Recorded, decode,
    events::AccountEvent,
    ids::{AccountId, VerificationId},
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{OutgoingLetter, Recipient, account_recipient, send_letters, to},
};
use crate::{
    App,
    mail::letters::{Letter, email_change, email_verification},
};

pub(super) struct MailWhenEmailChanges;

#[async_trait]
impl ProcessManager for MailWhenEmailChanges {
    fn name(&self) -> &'static str {
        "mail_when_email_changes"
    }

    fn category(&self) -> &'static str {
        AccountEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            AccountEvent::EmailVerificationRequested { .. }
            | AccountEvent::EmailChangeRequested { .. }
            | AccountEvent::EmailChanged { .. } => Some(step_for_event(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, account, async |place, history: &[Recorded<AccountEvent>]| {
            let now = app.clock.now();
            Ok(match &history[place].event {
                // A mail with an expired link would only confuse, so none is sent.
                AccountEvent::EmailVerificationRequested { account_id, request_id, expires_at }
                    if *expires_at > now =>
                {
                    let token = token(app, *account_id, *request_id);
                    to(account_recipient(app, *account_id, None).await?, || {
                        email_verification::of_a_new_account(&token)
                    })
                }
                AccountEvent::EmailChangeRequested { account_id, request_id, email, expires_at, .. }
                    if *expires_at > now =>
                {
                    let Some(new) = email.get() else { return Ok(Vec::new()) };
                    let token = token(app, *account_id, *request_id);
                    let link = email_verification::of_a_change(&token);
                    let mut letters = vec![OutgoingLetter::new(nameless(new), link)];
                    if !wanted_before(history, place, new) {
                        letters.extend(notices(history, place, new, email_change::requested));
                    }
                    letters
                }
                AccountEvent::EmailChanged { email, .. } => match email.get() {
                    Some(new) => notices(history, place, new, email_change::done),
                    None => Vec::new(),
                },
                _ => Vec::new(),
            })
        })
        .await
    }
}

fn token(app: &App, account: AccountId, request: VerificationId) -> String {
    app.tokens.verification_token(&VerificationLink { account, request })
}

/// The recipient without a name, because a stranger may read the mail of an unverified address.
fn nameless(email: &str) -> Recipient {
    Recipient { name: String::new(), email: email.to_owned() }
}

/// Whether this address was already pending before the event at this index, which then only sends another link.
fn wanted_before(history: &[Recorded<AccountEvent>], place: usize, new: &str) -> bool {
    let before = Account::fold(history[..place].iter().map(|recorded| &recorded.event));
    let pending = before.profile.and_then(|profile| profile.pending_email);
    pending.is_some_and(|pending| pending.email.get().is_some_and(|wanted| wanted == new))
}

/// The notice to the address that the account had before the event at this index, unless the new one is a
/// spelling of it.
fn notices(
    history: &[Recorded<AccountEvent>],
    place: usize,
    new: &str,
    letter: impl FnOnce(&str) -> Letter,
) -> Vec<OutgoingLetter> {
    let before = Account::fold(history[..place].iter().map(|recorded| &recorded.event));
    let old = before.profile.and_then(|profile| {
        let name = profile.name.into_inner().filter(|_| profile.email_verified).unwrap_or_default();
        profile.email.into_inner().map(|email| Recipient { name, email })
    });
    let normalised = |email: &str| EmailAddress::of_account(email).normalised();
    let old = old.filter(|old| normalised(&old.email) != normalised(new));
    to(old, || letter(new))
}
