//! Process manager: mails a notice to the account's address when its password was changed.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::CredentialEvent};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{account_recipient, send_letters, to},
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

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            // The first password belongs to the sign-up.
            CredentialEvent::PasswordSet { .. } if event.version > 1 => {
                Some(step_for_event(event.recorded_at, event))
            }
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, account, async |place, history: &[Recorded<CredentialEvent>]| {
            let CredentialEvent::PasswordSet { account_id, .. } = &history[place].event else {
                return Ok(Vec::new());
            };
            Ok(to(account_recipient(app, *account_id, None).await?, password_changed::letter))
        })
        .await
    }
}
