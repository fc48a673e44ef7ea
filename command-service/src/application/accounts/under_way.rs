//! Unfinished orders of a person. They prevent an erasure: without the person's data they could not be delivered. An
//! admin who deactivates a merchant gets them as a list.

use std::borrow::Cow;

use domain::{account::Account, checkout::Checkout, order::Order};
use event_store::Categories;
use shared_events::{
    Event, Position, Role,
    events::{OrderEvent, ShopperEvent},
    ids::{AccountId, OrderId},
    shop::OrderStatus,
};

use super::super::{Failure, Writer, load};

const EVENTS_PER_READ: usize = 5_000;

/// An order that is neither delivered nor cancelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenOrder {
    pub id: OrderId,
    /// The number, such as `GS-261121-7K2QF-1`.
    pub number: String,
    pub status: OrderStatus,
}

/// Whether the account has an unfinished purchase, an open checkout or an unfinished sale.
pub(in super::super) async fn has_orders_under_way<E>(
    writer: &Writer,
    account_id: AccountId,
    role: Role,
) -> Result<bool, Failure<E>> {
    let sells = role == Role::Merchant && !open_sales(writer, account_id).await?.is_empty();
    Ok(sells || buys(writer, account_id).await?)
}

async fn buys<E>(writer: &Writer, account_id: AccountId) -> Result<bool, Failure<E>> {
    for opened in writer.log.load::<ShopperEvent>(account_id.uuid()).await? {
        let ShopperEvent::CheckoutOpened { checkout_id, .. } = opened.event;
        let checkout = load::<Checkout, _>(&writer.log, checkout_id.uuid()).await?.state;
        if checkout.is_unsettled() {
            return Ok(true);
        }
        for planned in checkout.started.iter().flat_map(|started| &started.orders) {
            // An order of a merchant that has left would prevent the erasure for ever. An admin can still cancel it.
            if status_under_way(writer, planned.order_id).await?.is_some()
                && !load::<Account, _>(&writer.log, planned.merchant_id.uuid()).await?.state.has_left()
            {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The merchant's unfinished sales. No stream lists a merchant's orders, so all placed orders in the log are read.
/// Merchants are rarely deactivated or erased.
pub async fn open_sales<E>(writer: &Writer, merchant: AccountId) -> Result<Vec<OpenOrder>, Failure<E>> {
    let orders = Categories::Only(Cow::Borrowed(&[OrderEvent::CATEGORY]));
    let (merchant, mut position, mut open) = (merchant.to_string(), Position::START, Vec::new());
    loop {
        let page = writer.log.read_all_sealed(position, &orders, EVENTS_PER_READ).await;
        let page = page.map_err(|error| Failure::Unavailable(error.to_string()))?;
        for placed in page.events.iter().filter(|event| event.event.event_type == "OrderPlaced") {
            if !placed.event.data.as_json().contains(&merchant) {
                continue;
            }
            let data = placed.event.data.to_value().unwrap_or_default();
            let id = OrderId::new(placed.stream.id);
            if data["merchantId"] == merchant.as_str()
                && let Some(status) = status_under_way(writer, id).await?
            {
                let number = data["number"].as_str().unwrap_or_default().to_owned();
                open.push(OpenOrder { id, number, status });
            }
        }
        if page.end {
            return Ok(open);
        }
        position = page.up_to;
    }
}

async fn status_under_way<E>(writer: &Writer, order_id: OrderId) -> Result<Option<OrderStatus>, Failure<E>> {
    let order = load::<Order, _>(&writer.log, order_id.uuid()).await?.state;
    Ok(order.placed.filter(|placed| placed.is_under_way()).map(|placed| placed.status))
}
