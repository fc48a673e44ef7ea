//! The body of a message: what happened, to which order or product. It has no data of a person; a receiver that needs them
//! reads the order with an API key.

use chrono::{DateTime, Utc};
use domain::delivery::Request;
use event_store::EventLog;
use serde_json::{Value, json};
use shared_events::{
    Event, Position, RawEvent, Recorded, StreamId, Version, decode,
    events::{OrderEvent, ProductEvent},
};

/// The body of the message. Every delivery of the message has the same.
///
/// # Errors
/// The log cannot be read, or does not have the event.
pub(crate) async fn body(log: &EventLog, request: &Request) -> Result<String, String> {
    let first = at_version(log, &request.stream, 1).await?;
    let event = at_version(log, &request.stream, request.version).await?;
    let data = match request.stream.category.as_ref() {
        OrderEvent::CATEGORY => of_order(&first, &event)?,
        ProductEvent::CATEGORY => of_product(&first, &event)?,
        other => return Err(format!("there are no messages about {other}")),
    };
    Ok(text(&request.message_type, event.recorded_at, event.position, &data))
}

async fn at_version(
    log: &EventLog,
    stream: &StreamId,
    version: Version,
) -> Result<Recorded<RawEvent>, String> {
    let (events, unreadable) =
        log.read_stream_sifted(stream, version - 1, 1).await.map_err(|error| error.to_string())?;
    if let Some(event) = unreadable.into_iter().next() {
        return Err(event.reason);
    }
    events.into_iter().next().ok_or_else(|| format!("{stream} has no version {version}"))
}

fn text(message_type: &str, at: DateTime<Utc>, position: Position, data: &Value) -> String {
    json!({ "type": message_type, "timestamp": at, "position": position, "data": data }).to_string()
}

fn of_order(first: &Recorded<RawEvent>, event: &Recorded<RawEvent>) -> Result<Value, String> {
    let placed: OrderEvent = decode(&first.event).map_err(|error| error.to_string())?;
    let OrderEvent::OrderPlaced { order_id, number, merchant_id, lines, amounts, delivery_method, .. } =
        placed
    else {
        return Err(format!("{} does not begin with an order", first.stream));
    };
    let items: Vec<Value> = lines
        .iter()
        .map(|line| json!({ "productId": line.product_id, "name": line.name, "quantity": line.quantity }))
        .collect();
    let mut data = json!({
        "orderId": order_id, "orderNumber": number, "merchantId": merchant_id, "deliveryMethod": delivery_method,
        "total": amounts.total.dollars(), "items": items,
    });
    if let OrderEvent::OrderRefunded { amount, .. } =
        decode(&event.event).map_err(|error| error.to_string())?
    {
        data["refund"] = json!(amount.dollars());
    }
    Ok(data)
}

fn of_product(first: &Recorded<RawEvent>, event: &Recorded<RawEvent>) -> Result<Value, String> {
    let listed: ProductEvent = decode(&first.event).map_err(|error| error.to_string())?;
    let ProductEvent::ProductListed { product_id, merchant_id, .. } = listed else {
        return Err(format!("{} does not begin with a product", first.stream));
    };
    let mut data = json!({ "productId": product_id, "merchantId": merchant_id });
    if let ProductEvent::ProductRepriced { price, unit, .. } =
        decode(&event.event).map_err(|error| error.to_string())?
    {
        (data["price"], data["unit"]) = (json!(price.dollars()), json!(unit));
    }
    Ok(data)
}
