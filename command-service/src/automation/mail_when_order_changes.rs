//! Process manager: mails the merchant about a new order, the customer about its progress, and both about a
//! cancellation by the customer and about what an admin does.

use std::convert::Infallible;

use async_trait::async_trait;
use domain::checkout::Checkout;
use event_store::Provenance;
use shared_events::{
    Actor, CodecError, Event, Personal, RawEvent, Recorded, Role, decode,
    events::OrderEvent,
    ids::{AccountId, CheckoutId},
    shop::{OrderStatus, Tracking},
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
    send_letters::{OutgoingLetter, account_recipient, send_letters, to},
};
use crate::{
    App,
    application::load,
    mail::letters::{
        new_order,
        order_status::{self, Change},
        refund,
    },
};

pub(super) struct MailWhenOrderChanges;

/// The notification type of these letters.
const NOTIFICATION_TYPE: Option<&str> = Some("order_status");

#[async_trait]
impl ProcessManager for MailWhenOrderChanges {
    fn name(&self) -> &'static str {
        "mail_when_order_changes"
    }

    fn category(&self) -> &'static str {
        OrderEvent::CATEGORY
    }

    fn sends_news(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        let _: OrderEvent = decode(event.event.clone())?;
        Ok(Some(step_for_event(event.recorded_at, event)))
    }

    async fn act(&self, app: &App, provenance: &Provenance, order: Uuid) -> Result<StepOutcome, String> {
        send_letters(app, provenance, order, async |place, history| letters(app, &history[..=place]).await)
            .await
    }
}

/// The letters about the last event of this history.
async fn letters(app: &App, history: &[Recorded<OrderEvent>]) -> Result<Vec<OutgoingLetter>, String> {
    let [first, .., last] = history else {
        return match history {
            [placed] => about_new_order(app, &placed.event).await,
            _ => Ok(Vec::new()),
        };
    };
    let OrderEvent::OrderPlaced {
        order_id,
        checkout_id,
        number,
        customer_id,
        merchant_id,
        merchant_name,
        ..
    } = &first.event
    else {
        return Ok(Vec::new());
    };
    if let OrderEvent::OrderRefunded { amount, rest_paid_back_by, .. } = &last.event {
        return Ok(to(account_recipient(app, *customer_id, None).await?, || {
            refund::of_order(number, *amount, *rest_paid_back_by)
        }));
    }
    let Some((status, note, tracking)) = change(&last.event) else { return Ok(Vec::new()) };
    let note = note.and_then(Personal::get).map(String::as_str);
    let by_admin = matches!(last.actor, Actor::Account { role: Role::Admin, .. });
    let change = Change {
        order: *order_id,
        number,
        merchant: merchant_name,
        status,
        note,
        tracking: tracking.clone(),
        money: checkout_of(app, *checkout_id).await?.money_back(*order_id),
        by_admin,
    };
    let mut posted = match order_status::letter(&change) {
        Some(letter) => to(account_recipient(app, *customer_id, NOTIFICATION_TYPE).await?, || letter),
        None => Vec::new(),
    };
    if status == OrderStatus::Cancelled && is_by(&last.actor, *customer_id) {
        let merchant = account_recipient(app, *merchant_id, NOTIFICATION_TYPE).await?;
        posted.extend(to(merchant, || new_order::cancelled(*order_id, number, note)));
    }
    if by_admin {
        let merchant = account_recipient(app, *merchant_id, NOTIFICATION_TYPE).await?;
        posted.extend(to(merchant, || new_order::changed_by_admin(*order_id, number, status, note)));
    }
    Ok(posted)
}

async fn about_new_order(app: &App, event: &OrderEvent) -> Result<Vec<OutgoingLetter>, String> {
    let OrderEvent::OrderPlaced {
        order_id,
        checkout_id,
        number,
        merchant_id,
        lines,
        amounts,
        delivery_method,
        promised_for,
        ..
    } = event
    else {
        return Ok(Vec::new());
    };
    let merchant = account_recipient(app, *merchant_id, NOTIFICATION_TYPE).await?;
    let checkout = checkout_of(app, *checkout_id).await?;
    let whole_fee = checkout.started.map_or(amounts.delivery_fee, |started| started.amounts.delivery_fee);
    Ok(to(merchant, || {
        new_order::letter(*order_id, number, lines, amounts, whole_fee, *delivery_method, *promised_for)
    }))
}

async fn checkout_of(app: &App, id: CheckoutId) -> Result<Checkout, String> {
    let checkout = load::<Checkout, Infallible>(&app.writer.log, id.uuid()).await;
    Ok(checkout.map_err(|failure| failure.to_string())?.state)
}

fn is_by(actor: &Actor, customer: AccountId) -> bool {
    matches!(actor, Actor::Account { id, .. } if *id == customer)
}

type What<'a> = (OrderStatus, Option<&'a Personal<String>>, Tracking);

/// The new status after an event, and the texts that came with it.
fn change(event: &OrderEvent) -> Option<What<'_>> {
    let none = Tracking::default;
    Some(match event {
        OrderEvent::OrderPlaced { .. } | OrderEvent::OrderRefunded { .. } => return None,
        OrderEvent::OrderConfirmed { note, .. } => (OrderStatus::Confirmed, note.as_ref(), none()),
        OrderEvent::PreparationStarted { note, .. } => (OrderStatus::Preparing, note.as_ref(), none()),
        OrderEvent::OrderMadeReady { note, .. } => (OrderStatus::ReadyForPickup, note.as_ref(), none()),
        OrderEvent::OrderSentOut { note, tracking, .. } => {
            (OrderStatus::OutForDelivery, note.as_ref(), tracking.clone())
        }
        OrderEvent::OrderShipped { note, tracking, .. } => {
            (OrderStatus::Shipped, note.as_ref(), tracking.clone())
        }
        OrderEvent::OrderDelivered { note, .. } => (OrderStatus::Delivered, note.as_ref(), none()),
        OrderEvent::OrderCancelled { reason, .. } => (OrderStatus::Cancelled, reason.as_ref(), none()),
        OrderEvent::OrderReturned { reason, .. } => (OrderStatus::Returned, Some(reason), none()),
    })
}
