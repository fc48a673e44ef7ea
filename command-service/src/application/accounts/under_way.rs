//! Unfinished orders of a person, which prevent an erasure: without the person's data they could not be
//! delivered.

use std::borrow::Cow;

use domain::{checkout::Checkout, order::Order};
use event_store::Categories;
use shared_events::{
    Event, Position, Role,
    events::{OrderEvent, ShopperEvent},
    ids::{AccountId, OrderId},
};

use super::super::{Failure, Writer, load};

const EVENTS_PER_READ: usize = 5_000;

/// Whether the account has an unfinished purchase, an open checkout or an unfinished sale.
pub(in super::super) async fn has_orders_under_way<E>(
    writer: &Writer,
    account_id: AccountId,
    role: Role,
) -> Result<bool, Failure<E>> {
    Ok(buys(writer, account_id).await? || (role == Role::Merchant && sells(writer, account_id).await?))
}

async fn buys<E>(writer: &Writer, account_id: AccountId) -> Result<bool, Failure<E>> {
    for opened in writer.log.load::<ShopperEvent>(account_id.uuid()).await? {
        let ShopperEvent::CheckoutOpened { checkout_id, .. } = opened.event;
        let checkout = load::<Checkout, _>(&writer.log, checkout_id.uuid()).await?.state;
        if checkout.is_unsettled() {
            return Ok(true);
        }
        for planned in checkout.started.iter().flat_map(|started| &started.orders) {
            if is_under_way(writer, planned.order_id).await? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether the merchant has an unfinished sale. No stream lists a merchant's orders, so all placed orders in the log
/// are read. Merchants are rarely erased, and only once.
async fn sells<E>(writer: &Writer, account_id: AccountId) -> Result<bool, Failure<E>> {
    let orders = Categories::Only(Cow::Borrowed(&[OrderEvent::CATEGORY]));
    let (id, mut position) = (account_id.to_string(), Position::START);
    loop {
        let page = writer.log.read_all_sealed(position, &orders, EVENTS_PER_READ).await;
        let page = page.map_err(|error| Failure::Unavailable(error.to_string()))?;
        for placed in page.events.iter().filter(|event| event.event.event_type == "OrderPlaced") {
            let mentioned = placed.event.data.as_json().contains(&id);
            if mentioned && is_under_way(writer, OrderId::new(placed.stream.id)).await? {
                return Ok(true);
            }
        }
        if page.end {
            return Ok(false);
        }
        position = page.up_to;
    }
}

async fn is_under_way<E>(writer: &Writer, order_id: OrderId) -> Result<bool, Failure<E>> {
    let order = load::<Order, _>(&writer.log, order_id.uuid()).await?.state;
    Ok(order.placed.is_some_and(|placed| placed.is_under_way()))
}
