//! Use cases of stock: the first count, and later corrections by the merchant.

use std::convert::Infallible;

use domain::stock::{
    Stock,
    count_stock::{self, CountStock},
    restate_stock::{self, RestateStock},
};
use event_store::Provenance;
use shared_events::{Position, ids::ProductId};

use super::{Failure, perform};
use crate::App;

/// Counts the stock of a new product. An existing count stays, so that repeating the listing does not undo
/// sales.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn count_first(
    app: &App,
    provenance: &Provenance,
    product_id: ProductId,
    quantity: u32,
) -> Result<Position, Failure<Infallible>> {
    let command = CountStock { product_id, quantity };
    let decide =
        |stock: &Stock| Ok(if stock.counted { Vec::new() } else { count_stock::decide(stock, &command) });
    perform(app, provenance, product_id.uuid(), decide).await
}

/// Sets how many units of a product can be bought.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn restate(
    app: &App,
    provenance: &Provenance,
    command: &RestateStock,
) -> Result<Position, Failure<Infallible>> {
    let decide = |stock: &Stock| Ok(restate_stock::decide(stock, command));
    perform(app, provenance, command.product_id.uuid(), decide).await
}
