//! Process manager: mails the customer a receipt when a checkout became orders, or a notice when a late payment
//! is refunded in full.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::CheckoutEvent};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{OutgoingLetter, Recipient, account_recipient, send_letters, to},
};
use crate::{
    App,
    mail::letters::{order_confirmation, refund},
};

pub(super) struct MailWhenCheckoutEnds;

#[async_trait]
impl ProcessManager for MailWhenCheckoutEnds {
    fn name(&self) -> &'static str {
        "mail_when_checkout_ends"
    }

    fn category(&self) -> &'static str {
        CheckoutEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            CheckoutEvent::CheckoutCompleted { .. } | CheckoutEvent::RefundIssued { order_id: None, .. } => {
                Some(step_for_event(event.recorded_at, event))
            }
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, checkout: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, checkout, async |place, history| letters(app, place, history).await)
            .await
    }
}

async fn letters(
    app: &App,
    place: usize,
    history: &[Recorded<CheckoutEvent>],
) -> Result<Vec<OutgoingLetter>, String> {
    let started = history.iter().find_map(|recorded| match &recorded.event {
        CheckoutEvent::CheckoutStarted {
            customer_id,
            number,
            lines,
            orders,
            amounts,
            delivery_method,
            shipping,
            ..
        } => Some((*customer_id, number, lines, orders, amounts, *delivery_method, shipping)),
        _ => None,
    });
    let Some((customer, number, lines, orders, amounts, delivery, shipping)) = started else {
        return Ok(Vec::new());
    };
    let person = account_recipient(app, customer, None).await?;
    Ok(match &history[place].event {
        CheckoutEvent::CheckoutCompleted { .. } => {
            // Merchants in different time zones may promise different days: the customer is told the last one.
            let promised_for = orders.iter().filter_map(|order| order.promised_for).max();
            let receipt = || order_confirmation::letter(number, lines, amounts, delivery, promised_for);
            let mut posted = to(person.clone(), receipt);
            // The shipping form has an e-mail address of its own. The account's address gets the mail as well.
            if let (Some(person), Some(shipping)) = (person, shipping.get())
                && !shipping.email.trim().eq_ignore_ascii_case(person.email.trim())
            {
                let name = format!("{} {}", shipping.first_name, shipping.last_name);
                let email = shipping.email.trim().to_owned();
                posted.extend(to(Some(Recipient { name, email }), receipt));
            }
            posted
        }
        CheckoutEvent::RefundIssued { order_id: None, amount, .. } => {
            let why = history.iter().find_map(|recorded| match &recorded.event {
                CheckoutEvent::CheckoutUnfulfillable { reason, .. } => Some(reason.as_str()),
                _ => None,
            });
            to(person, || refund::of_checkout(number, *amount, why))
        }
        _ => Vec::new(),
    })
}
