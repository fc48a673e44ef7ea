//! Process manager: tells the shop's support address, which all admins read, and the acting admin that a person's data
//! is exported or erased. A thief of one admin's account cannot hide it.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{
    Actor, CodecError, Event, RawEvent, Recorded, decode,
    events::{OperationEvent, OperatorAct},
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{OutgoingLetter, Recipient, account_recipient, send_letters, to},
};
use crate::{App, mail::letters::person_acted_on};

pub(super) struct MailWhenPersonActedOn;

#[async_trait]
impl ProcessManager for MailWhenPersonActedOn {
    fn name(&self) -> &'static str {
        "mail_when_person_acted_on"
    }

    fn category(&self) -> &'static str {
        OperationEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            OperationEvent::OperatorActed { act: OperatorAct::Export | OperatorAct::Erase, .. } => {
                Some(step_for_event(event.recorded_at, event))
            }
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, target: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, target, async |place, history: &[Recorded<OperationEvent>]| {
            let recorded = &history[place];
            let OperationEvent::OperatorActed { act, target, .. } = &recorded.event else {
                return Ok(Vec::new());
            };
            let admin = match &recorded.actor {
                Actor::Account { id, .. } => account_recipient(app, *id, None).await?,
                _ => None,
            };
            let by = admin.as_ref().map(|admin| admin.email.clone());
            let letter = || person_acted_on::letter(*act, &target.name, by.as_deref());
            let support = Recipient { name: String::new(), email: app.support_address.to_string() };
            let mut letters = vec![OutgoingLetter::new(support, letter())];
            letters.extend(to(admin, letter));
            Ok(letters)
        })
        .await
    }
}
