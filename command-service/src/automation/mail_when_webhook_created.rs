//! Process manager: tells the owner's address about each new webhook, which outlives sessions and passwords. About a
//! webhook of the shop, it tells the admin who created it.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{
    Actor, CodecError, Event, RawEvent, Recorded, decode, events::WebhookEvent, ids::AccountId,
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{account_recipient, send_letters, to},
};
use crate::{App, mail::letters::new_access};

pub(super) struct MailWhenWebhookCreated;

#[async_trait]
impl ProcessManager for MailWhenWebhookCreated {
    fn name(&self) -> &'static str {
        "mail_when_webhook_created"
    }

    fn category(&self) -> &'static str {
        WebhookEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            WebhookEvent::WebhookCreated { .. } => Some(step_for_event(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, owner: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, owner, async |place, history: &[Recorded<WebhookEvent>]| {
            let created = &history[place];
            let WebhookEvent::WebhookCreated { account_id, types, .. } = &created.event else {
                return Ok(Vec::new());
            };
            let reader = match &created.actor {
                Actor::Account { id, .. } if *account_id == AccountId::SHOP => *id,
                _ => *account_id,
            };
            Ok(to(account_recipient(app, reader, None).await?, || new_access::webhook(types)))
        })
        .await
    }
}
