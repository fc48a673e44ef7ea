//! Process manager: mails a password reset link, valid once, to the account's address.

use async_trait::async_trait;
use domain::account::Account;
use event_store::Provenance;
use service_kit::token::ResetLink;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::CredentialEvent};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{account_recipient, send_letters, to},
};
use crate::{App, application::load, mail::letters::password_reset};

pub(super) struct MailWhenPasswordResetRequested;

#[async_trait]
impl ProcessManager for MailWhenPasswordResetRequested {
    fn name(&self) -> &'static str {
        "mail_when_password_reset_requested"
    }

    fn category(&self) -> &'static str {
        CredentialEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            CredentialEvent::PasswordResetRequested { .. } => Some(step_for_event(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, account, async |place, history: &[Recorded<CredentialEvent>]| {
            let CredentialEvent::PasswordResetRequested { account_id, request_id, expires_at } =
                &history[place].event
            else {
                return Ok(Vec::new());
            };
            // A mail with an expired link would only confuse, so none is sent.
            if *expires_at <= app.clock.now() {
                return Ok(Vec::new());
            }
            // Read before the address: if the address changes in between, the link in the mail to the old address is
            // outdated.
            let Some(email_changes) = email_changes(app, account).await? else { return Ok(Vec::new()) };
            let link = ResetLink { account: *account_id, request: *request_id, email_changes };
            let token = app.tokens.reset_token(&link);
            Ok(to(account_recipient(app, *account_id, None).await?, || password_reset::letter(&token)))
        })
        .await
    }
}

/// The number of times that the account's address was changed; `None` if the account no longer exists.
async fn email_changes(app: &App, account: Uuid) -> Result<Option<u32>, String> {
    let loaded = load::<Account, String>(&app.writer.log, account).await;
    let profile = loaded.map_err(|failure| failure.to_string())?.state.profile;
    Ok(profile.map(|profile| profile.email_changes))
}
