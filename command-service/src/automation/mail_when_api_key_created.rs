//! Process manager: tells the account's address about each new API key, which outlives sessions and passwords.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::ApiKeyEvent};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{account_recipient, send_letters, to},
};
use crate::{App, mail::letters::new_access};

pub(super) struct MailWhenApiKeyCreated;

#[async_trait]
impl ProcessManager for MailWhenApiKeyCreated {
    fn name(&self) -> &'static str {
        "mail_when_api_key_created"
    }

    fn category(&self) -> &'static str {
        ApiKeyEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            ApiKeyEvent::ApiKeyCreated { .. } => Some(step_for_event(event.recorded_at, event)),
            ApiKeyEvent::ApiKeyRevoked { .. } => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, account, async |place, history: &[Recorded<ApiKeyEvent>]| {
            let ApiKeyEvent::ApiKeyCreated { account_id, name, scopes, .. } = &history[place].event else {
                return Ok(Vec::new());
            };
            let name = name.get().map_or("", String::as_str);
            Ok(to(account_recipient(app, *account_id, None).await?, || new_access::api_key(name, scopes)))
        })
        .await
    }
}
