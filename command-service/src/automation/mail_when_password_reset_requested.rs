//! When somebody has forgotten the password, a link that opens the account once goes to the account's address.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::CredentialEvent};
use uuid::Uuid;

use super::{
    letter_carrier::{addressee, carry, to},
    note::Note,
    runner::{Left, ProcessManager, remember_event},
};
use crate::{App, mail::letters::password_reset};

pub(super) struct MailWhenPasswordResetRequested;

#[async_trait]
impl ProcessManager for MailWhenPasswordResetRequested {
    fn name(&self) -> &'static str {
        "mail_when_password_reset_requested"
    }

    fn category(&self) -> &'static str {
        CredentialEvent::CATEGORY
    }

    fn tells_news(&self) -> bool {
        true
    }

    fn note(&self, event: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError> {
        Ok(match decode(event.event.clone())? {
            CredentialEvent::PasswordResetRequested { .. } => Some(remember_event(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<Left, String> {
        carry(app, provenance, account, async |place, history: &[Recorded<CredentialEvent>]| {
            let CredentialEvent::PasswordResetRequested { account_id, request_id, expires_at } =
                &history[place].event
            else {
                return Ok(Vec::new());
            };
            // A link that does nothing would only puzzle.
            if *expires_at <= app.clock.now() {
                return Ok(Vec::new());
            }
            let token = app.tokens.reset_token(*account_id, *request_id);
            Ok(to(addressee(app, *account_id, None).await?, || password_reset::letter(&token)))
        })
        .await
    }
}
