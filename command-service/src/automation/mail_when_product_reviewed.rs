//! Process manager: mails a merchant an admin's decision about a product or its organic certificate.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::ProductEvent, ids::AccountId};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{account_recipient, send_letters, to},
};
use crate::{
    App,
    mail::letters::{
        Letter,
        product_reviewed::{self, Reviewed},
    },
};

pub(super) struct MailWhenProductReviewed;

#[async_trait]
impl ProcessManager for MailWhenProductReviewed {
    fn name(&self) -> &'static str {
        "mail_when_product_reviewed"
    }

    fn category(&self) -> &'static str {
        ProductEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            ProductEvent::ProductApproved { .. }
            | ProductEvent::ProductRejected { .. }
            | ProductEvent::OrganicCertificateApproved { .. }
            | ProductEvent::OrganicCertificateRejected { .. } => {
                Some(step_for_event(event.recorded_at, event))
            }
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, product: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, product, async |place, history| {
            let history: &[Recorded<ProductEvent>] = &history[..=place];
            let (Some((merchant, name)), Some(verdict)) = (merchant_and_name(history), history.last()) else {
                return Ok(Vec::new());
            };
            let Some((kind, letter)) = letter(&verdict.event, name) else { return Ok(Vec::new()) };
            Ok(to(account_recipient(app, merchant, Some(kind)).await?, || letter))
        })
        .await
    }
}

/// The product's merchant, and its name at the end of this history.
fn merchant_and_name(history: &[Recorded<ProductEvent>]) -> Option<(AccountId, &str)> {
    let mut found = None;
    for recorded in history {
        match &recorded.event {
            ProductEvent::ProductListed { merchant_id, details, .. } => {
                found = Some((*merchant_id, details.name.as_str()));
            }
            ProductEvent::ProductRevised { details, .. } => {
                found = found.map(|(merchant, _)| (merchant, details.name.as_str()));
            }
            _ => {}
        }
    }
    found
}

/// The notification type and the letter.
fn letter(event: &ProductEvent, name: &str) -> Option<(&'static str, Letter)> {
    Some(match event {
        ProductEvent::ProductApproved { reason, .. } => {
            ("product_approved", product_reviewed::approved(Reviewed::Product, name, reason.as_deref()))
        }
        ProductEvent::ProductRejected { reason, .. } => {
            ("product_rejected", product_reviewed::rejected(Reviewed::Product, name, reason))
        }
        ProductEvent::OrganicCertificateApproved { reason, .. } => {
            ("organic_approved", product_reviewed::approved(Reviewed::Certificate, name, reason.as_deref()))
        }
        ProductEvent::OrganicCertificateRejected { reason, .. } => {
            ("organic_rejected", product_reviewed::rejected(Reviewed::Certificate, name, reason))
        }
        _ => return None,
    })
}
