//! Process manager: mails a notice to the account's address when its password was changed.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::CredentialEvent};
use uuid::Uuid;

use super::{
    letter_carrier::{addressee, carry, to},
    note::Note,
    runner::{Left, ProcessManager, remember_event},
};
use crate::{App, mail::letters::password_changed};

pub(super) struct MailWhenPasswordChanged;

#[async_trait]
impl ProcessManager for MailWhenPasswordChanged {
    fn name(&self) -> &'static str {
        "mail_when_password_changed"
    }

    fn category(&self) -> &'static str {
        CredentialEvent::CATEGORY
    }

    fn tells_news(&self) -> bool {
        true
    }

    fn note(&self, event: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError> {
        Ok(match decode(event.event.clone())? {
            // The first password is that of the sign-up.
            CredentialEvent::PasswordSet { .. } if event.version > 1 => {
                Some(remember_event(event.recorded_at, event))
            }
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<Left, String> {
        carry(app, provenance, account, async |place, history: &[Recorded<CredentialEvent>]| {
            let CredentialEvent::PasswordSet { account_id, .. } = &history[place].event else {
                return Ok(Vec::new());
            };
            Ok(to(addressee(app, *account_id, None).await?, password_changed::letter))
        })
        .await
    }
}
