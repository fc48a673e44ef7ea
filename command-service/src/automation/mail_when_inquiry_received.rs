//! Process manager: mails an inquiry from the contact form to support.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::InquiryEvent};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{Recipient, send_letters, to},
};
use crate::{
    App,
    mail::letters::inquiry::{self, Inquiry},
};

pub(super) struct MailWhenInquiryReceived;

#[async_trait]
impl ProcessManager for MailWhenInquiryReceived {
    fn name(&self) -> &'static str {
        "mail_when_inquiry_received"
    }

    fn category(&self) -> &'static str {
        InquiryEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        let InquiryEvent::InquiryReceived { .. } = decode(event.event.clone())?;
        Ok(Some(step_for_event(event.recorded_at, event)))
    }

    async fn act(&self, app: &App, provenance: &Provenance, inquiry: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, inquiry, async |place, history: &[Recorded<InquiryEvent>]| {
            let InquiryEvent::InquiryReceived { name, email, kind, subject, message, .. } =
                &history[place].event;
            let (Some(name), Some(email), Some(subject), Some(message)) =
                (name.get(), email.get(), subject.get(), message.get())
            else {
                return Ok(Vec::new());
            };
            let support = Recipient { name: String::new(), email: app.support_address.to_string() };
            Ok(to(Some(support), || inquiry::letter(&Inquiry { name, email, kind, subject, message })))
        })
        .await
    }
}
