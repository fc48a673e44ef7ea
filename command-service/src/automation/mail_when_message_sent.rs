//! Process manager: plans a letter to the recipient of a message, but only about the first unread message of a
//! conversation. Anybody can cause such mail, so it goes only to a verified address or to the shop's support address.
//! `mail_when_message_letter_due` sends it.

use std::convert::Infallible;

use async_trait::async_trait;
use domain::{account::Account, correspondence::PlanMessageLetter};
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
    send_letters::NEWS_FOR,
};
use crate::{
    App,
    application::{Failure, load},
};

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
        let history: Vec<Recorded<ConversationEvent>> =
            app.writer.log.load(conversation).await.map_err(|error| error.to_string())?;
        let Some(sent) = history.iter().find(|event| event.event_id == provenance.causation_id) else {
            return Err(format!("event {} is not in its stream", provenance.causation_id));
        };
        let ConversationEvent::MessageSent { message_id, sender_id, recipient_id, standing, .. } = sent.event
        else {
            return Ok(StepOutcome::Done);
        };
        let is_old = app.clock.now() - sent.recorded_at > NEWS_FOR;
        if is_old || waits_already(recipient_id, &standing) || !is_verified(app, recipient_id).await? {
            return Ok(StepOutcome::Done);
        }
        let command =
            PlanMessageLetter { account_id: recipient_id, message_id, sender_id, now: provenance.at };
        let planned = app.writer.execute_for_position(provenance, &command).await;
        planned.map_err(|failure: Failure<Infallible>| failure.to_string())?;
        Ok(StepOutcome::Done)
    }
}

/// Whether the recipient already had unread messages before this one.
fn waits_already(recipient: AccountId, after: &Standing) -> bool {
    let read = if recipient == after.customer_id { after.read_by_customer } else { after.read_by_merchant };
    read + 1 < after.messages
}

/// Whether the account's address is verified. The shop's support address needs no verification.
async fn is_verified(app: &App, account: AccountId) -> Result<bool, String> {
    if account == AccountId::SHOP {
        return Ok(true);
    }
    let loaded = load::<Account, String>(&app.writer.log, account.uuid()).await;
    let profile = loaded.map_err(|failure| failure.to_string())?.state.profile;
    Ok(profile.is_some_and(|profile| profile.email_verified))
}
