//! Process manager: mails the recipient of a message, but only about the first unread message of a
//! conversation, and only at a verified address, because anybody can cause such mail.

use async_trait::async_trait;
use domain::account::Account;
use event_store::Provenance;
use shared_events::{
    CodecError, Event, RawEvent, Recorded, decode,
    events::{ConversationEvent, Standing},
    ids::AccountId,
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{account_recipient, send_letters, to},
};
use crate::{App, application::load, mail::letters::message};

pub(super) struct MailWhenMessageSent;

#[async_trait]
impl ProcessManager for MailWhenMessageSent {
    fn name(&self) -> &'static str {
        "mail_when_message_sent"
    }

    fn category(&self) -> &'static str {
        ConversationEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            ConversationEvent::MessageSent { .. } => Some(step_for_event(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(
        &self,
        app: &App,
        provenance: &Provenance,
        conversation: Uuid,
    ) -> Result<StepOutcome, String> {
        send_letters(app, provenance, conversation, async |place, history: &[Recorded<ConversationEvent>]| {
            let ConversationEvent::MessageSent { sender_id, recipient_id, content, standing, .. } =
                &history[place].event
            else {
                return Ok(Vec::new());
            };
            if waits_already(*recipient_id, standing) || !is_verified(app, *recipient_id).await? {
                return Ok(Vec::new());
            }
            let product = history.iter().find_map(|recorded| match &recorded.event {
                ConversationEvent::ConversationStarted { product_name, .. } => Some(product_name.as_str()),
                _ => None,
            });
            let sender = shown_name(app, *sender_id).await?;
            let recipient = account_recipient(app, *recipient_id, Some("message")).await?;
            Ok(to(recipient, || {
                message::letter(&sender, product.unwrap_or("a product"), content.get().map(String::as_str))
            }))
        })
        .await
    }
}

/// Whether the recipient already had unread messages before this one.
fn waits_already(recipient: AccountId, after: &Standing) -> bool {
    let read = if recipient == after.customer_id { after.read_by_customer } else { after.read_by_merchant };
    read + 1 < after.messages
}

async fn is_verified(app: &App, account: AccountId) -> Result<bool, String> {
    let loaded = load::<Account, String>(&app.writer.log, account.uuid()).await;
    let profile = loaded.map_err(|failure| failure.to_string())?.state.profile;
    Ok(profile.is_some_and(|profile| profile.email_verified))
}

/// The name to show: a merchant's business name, or a customer's own name.
async fn shown_name(app: &App, account: AccountId) -> Result<String, String> {
    let loaded = load::<Account, String>(&app.writer.log, account.uuid()).await;
    let profile = loaded.map_err(|failure| failure.to_string())?.state.profile;
    let name = profile.and_then(|profile| {
        profile.business.map(|business| business.business_name).or_else(|| profile.name.into_inner())
    });
    Ok(name.unwrap_or_else(|| "Somebody".to_owned()))
}
