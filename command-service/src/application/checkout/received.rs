//! Adds up what a customer has paid for, kept and received, from the streams of the checkouts and their orders.

use domain::{
    checkout::Checkout,
    order::Order,
    shopper::{self, Shopper},
};
use futures_util::{
    future::try_join_all,
    stream::{self, StreamExt},
};
use shared_events::{Cents, ids::CheckoutId};

use super::ports::CheckoutPorts;
use crate::application::{Failure, load};

/// Checkouts that are loaded concurrently.
const CONCURRENCY: usize = 4;

/// What the customer has received, the newest checkouts first. Stops once it is enough.
pub(super) async fn received<R>(
    ports: &CheckoutPorts,
    shopper: &Shopper,
    enough: Cents,
) -> Result<Cents, Failure<R>> {
    let earlier = shopper.paid.iter().rev().chain(shopper.untold.iter().rev());
    let checkouts: Vec<CheckoutId> = shopper.open.iter().chain(earlier).copied().collect();
    let mut amounts = stream::iter(checkouts).map(|id| of_checkout(ports, id)).buffered(CONCURRENCY);
    let mut sum = Cents::ZERO;
    while sum < enough
        && let Some(amount) = amounts.next().await
    {
        match amount {
            Ok(amount) => sum += amount,
            // While a newer version of the program runs beside this one, an order can have events that this one
            // cannot read. The order counts as not received: the limit is then lower than it should be, never
            // higher. A failure would keep the customer from every purchase because of a single old order.
            Err(Failure::Defect(reason)) => {
                tracing::warn!("an earlier checkout counts as not received: {reason}")
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(sum)
}

async fn of_checkout<R>(ports: &CheckoutPorts, id: CheckoutId) -> Result<Cents, Failure<R>> {
    let log = &ports.writer.log;
    let checkout = load::<Checkout, R>(log, id.uuid()).await?.state;
    let Some(started) = checkout.started.as_ref().filter(|_| checkout.payment.is_some()) else {
        return Ok(Cents::ZERO);
    };
    let orders = started.orders.iter().map(async |order| load::<Order, R>(log, order.order_id.uuid()).await);
    let orders: Vec<Order> = try_join_all(orders).await?.into_iter().map(|order| order.state).collect();
    Ok(shopper::received(&checkout, &orders))
}
