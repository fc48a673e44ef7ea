//! Requests deliveries of messages: of one event to all webhooks that want it, of past events to one webhook, and of one
//! message once more.

use std::{convert::Infallible, time::Duration};

use chrono::{DateTime, Utc};
use domain::{
    account::Account,
    delivery::{Request, request_delivery::RequestDelivery},
    webhook::{Webhooks, message_type::MessageType},
};
use event_store::{Categories, Provenance};
use shared_events::{
    Event, Position, RawEvent, Recorded, StreamId, Version, decode,
    events::{OrderEvent, ProductEvent, WebhookDeliveryEvent, WebhookEvent},
    ids::{AccountId, DeliveryId, WebhookId},
};
use tokio::time::Instant;
use uuid::Uuid;

use super::{Failure, Writer};

const EVENTS_PER_READ: usize = 500;
/// The longest search for a message that a webhook has accepted.
const SEARCH_DURATION: Duration = Duration::from_secs(60);

/// The webhooks of an owner.
///
/// # Errors
/// The log cannot be reached.
pub async fn webhooks_of(
    writer: &Writer,
    provenance: &Provenance,
    owner: AccountId,
) -> Result<Webhooks, Failure<Infallible>> {
    Ok(writer.current_state(provenance, owner.uuid()).await?.state)
}

/// The address of a webhook, which the event of this version created. `None` if it was erased with its owner's data.
///
/// # Errors
/// The log cannot be reached, or the event cannot be read.
pub async fn address_of(
    writer: &Writer,
    (owner, webhook): (AccountId, WebhookId),
    created: Version,
) -> Result<Option<String>, Failure<Infallible>> {
    let stream = StreamId::new(WebhookEvent::CATEGORY, owner.uuid());
    let (events, unreadable) = writer.log.read_stream_sifted(&stream, created - 1, 1).await?;
    // An unreadable event does not show whether the address was erased, so the message waits.
    let unknown = |cause: String| Failure::Unavailable(format!("the address of webhook {webhook}: {cause}"));
    if let Some(event) = unreadable.into_iter().next() {
        return Err(unknown(event.reason));
    }
    let event = events.first().ok_or_else(|| unknown(format!("{stream} has no version {created}")))?;
    match decode(&event.event).map_err(|error| unknown(error.to_string()))? {
        WebhookEvent::WebhookCreated { webhook_id, url, .. } if webhook_id == webhook => Ok(url.into_inner()),
        _ => Err(unknown(format!("version {created} of {stream} does not create it"))),
    }
}

/// Whether an owner gets messages: the shop, and accounts that are neither deactivated nor erased.
///
/// # Errors
/// The log cannot be reached.
pub async fn is_active(
    writer: &Writer,
    provenance: &Provenance,
    owner: AccountId,
) -> Result<bool, Failure<Infallible>> {
    if owner == AccountId::SHOP {
        return Ok(true);
    }
    Ok(writer.current_state::<Account, _>(provenance, owner.uuid()).await?.state.active().is_some())
}

/// Requests the deliveries of the message about this event to the webhooks of its merchant and of the shop. Repeating it
/// changes nothing.
///
/// # Errors
/// The log cannot be reached. A failure with the webhooks of one owner does not keep back the messages to the other.
pub async fn request_deliveries(
    writer: &Writer,
    provenance: &Provenance,
    event: &Recorded<RawEvent>,
) -> Result<(), Failure<Infallible>> {
    let Some(message_type) = MessageType::about(&event.stream, &event.event.event_type) else {
        return Ok(());
    };
    let to_shop = request_for(writer, provenance, AccountId::SHOP, message_type, event).await;
    let to_merchant = match merchant_of(writer, &event.stream).await? {
        Some(merchant) => request_for(writer, provenance, merchant, message_type, event).await,
        None => Ok(()),
    };
    to_merchant.and(to_shop)
}

async fn request_for(
    writer: &Writer,
    provenance: &Provenance,
    owner: AccountId,
    message_type: MessageType,
    event: &Recorded<RawEvent>,
) -> Result<(), Failure<Infallible>> {
    let webhooks = webhooks_of(writer, provenance, owner).await?;
    let wanting: Vec<WebhookId> =
        webhooks.all.iter().filter(|(_, webhook)| webhook.takes(message_type)).map(|(id, _)| *id).collect();
    if wanting.is_empty() || !is_active(writer, provenance, owner).await? {
        return Ok(());
    }
    for webhook_id in wanting {
        request(writer, provenance, (owner, webhook_id), message_type, event).await?;
    }
    Ok(())
}

/// The time of a delivery's first failure.
///
/// # Errors
/// The log cannot be reached.
pub async fn first_failure_of(
    writer: &Writer,
    delivery: DeliveryId,
) -> Result<Option<(DateTime<Utc>, Position)>, Failure<Infallible>> {
    let history: Vec<Recorded<WebhookDeliveryEvent>> = writer.log.load(delivery.uuid()).await?;
    let failed = |event: &&Recorded<WebhookDeliveryEvent>| {
        matches!(event.event, WebhookDeliveryEvent::WebhookDeliveryFailed { .. })
    };
    Ok(history.iter().find(failed).map(|event| (event.recorded_at, event.position)))
}

/// When the webhook accepted a message after this position of the log, if it did.
///
/// # Errors
/// The log cannot be reached, or the search took too long.
pub async fn accepted_after(
    writer: &Writer,
    webhook: WebhookId,
    after: Position,
) -> Result<Option<DateTime<Utc>>, Failure<Infallible>> {
    let begun = Instant::now();
    let categories = Categories::Only(vec![WebhookDeliveryEvent::CATEGORY].into());
    let mut at = after;
    loop {
        let (page, _) = writer.log.read_all_sifted(at, &categories, EVENTS_PER_READ).await?;
        let accepts = |event: &&Recorded<RawEvent>| {
            matches!(
                decode(&event.event),
                Ok(WebhookDeliveryEvent::WebhookDeliverySucceeded { webhook_id, .. }) if webhook_id == webhook
            )
        };
        if let Some(accepted) = page.events.iter().find(accepts) {
            return Ok(Some(accepted.recorded_at));
        }
        if page.end || page.up_to <= at {
            return Ok(None);
        }
        if begun.elapsed() > SEARCH_DURATION {
            return Err(Failure::Unavailable("the search for an accepted message took too long".to_owned()));
        }
        at = page.up_to;
    }
}

/// Requests another delivery of a message.
///
/// # Errors
/// The log cannot be reached.
pub async fn redeliver(
    writer: &Writer,
    provenance: &Provenance,
    request: Request,
) -> Result<Position, Failure<Infallible>> {
    let delivery_id = DeliveryId::derived(request.message_id, &provenance.command_id.to_string());
    writer.execute_for_position(provenance, &RequestDelivery { delivery_id, request }).await
}

/// Requests a delivery of the message about this event to one webhook.
pub(super) async fn request(
    writer: &Writer,
    provenance: &Provenance,
    (owner, webhook_id): (AccountId, WebhookId),
    message_type: MessageType,
    event: &Recorded<RawEvent>,
) -> Result<(), Failure<Infallible>> {
    let request = Request {
        owner,
        webhook_id,
        message_id: Uuid::new_v5(&webhook_id.uuid(), event.event_id.as_bytes()),
        message_type: message_type.name().to_owned(),
        stream: event.stream.clone(),
        version: event.version,
    };
    // A replay is another delivery of the same message.
    let delivery_id = DeliveryId::derived(request.message_id, &provenance.causation_id.to_string());
    writer.execute_for_position(provenance, &RequestDelivery { delivery_id, request }).await.map(drop)
}

/// The merchant of an order or a product. `None`: its first event cannot be read.
pub(super) async fn merchant_of(
    writer: &Writer,
    stream: &StreamId,
) -> Result<Option<AccountId>, Failure<Infallible>> {
    let (events, _) = writer.log.read_stream_sifted(stream, 0, 1).await?;
    Ok(events.first().and_then(merchant_in))
}

/// The merchant that the first event of an order or a product names.
pub(super) fn merchant_in(first: &Recorded<RawEvent>) -> Option<AccountId> {
    match first.stream.category.as_ref() {
        OrderEvent::CATEGORY => match decode(&first.event).ok()? {
            OrderEvent::OrderPlaced { merchant_id, .. } => Some(merchant_id),
            _ => None,
        },
        _ => match decode(&first.event).ok()? {
            ProductEvent::ProductListed { merchant_id, .. } => Some(merchant_id),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests;
