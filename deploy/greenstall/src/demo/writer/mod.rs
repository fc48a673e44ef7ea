//! Writes a generated market through the same commands that people use, with times as if it had grown over the last
//! year.
//!
//! Every item has its own randomness and clock. So a seed gives the same events in whatever order the items are
//! written, and writing an item again adds nothing. After an interruption, filling again completes the market.

mod failures;
mod market_writer;
mod orders;
mod people;
mod products;
mod reviews;
mod rounds;
mod stalls;
mod steps;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};

use chrono::{DateTime, Utc};
use command_service::{App, passwords::HashingCost};
use event_store::Categories;
use futures_util::{StreamExt, TryStreamExt, stream};
use shared_events::Position;

use self::market_writer::MarketWriter;
use super::market::Market;
use crate::Outcome;

/// Items that are written concurrently.
const CONCURRENT_ITEMS: usize = 16;

/// The outcome of a filling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// The market is now complete. Either all of it was written, or the part that an interrupted filling had left out.
    Written,
    /// The market was already complete.
    AlreadyThere,
    /// The log belongs to another shop and was left unchanged.
    Occupied,
}

/// The progress of a filling.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of items written so far.
    pub done: u64,
    /// The number of all items.
    pub all: u64,
    /// The kind of item that is being written, such as `orders`.
    pub doing: &'static str,
}

/// Writes the market, or the missing part of it, and `more` products like its own.
///
/// `cost` is the hashing cost of the shop's other passwords: with another cost, the time of a log-in would reveal which
/// accounts belong to the demo. All demo accounts have the same password, so one hash serves them all.
///
/// Nothing else should write to the log meanwhile: process managers would close checkouts that lie in the past before
/// they are paid.
///
/// # Errors
/// When the log or the payment provider does not answer, or a command refuses an item. Filling again continues from
/// there.
pub async fn fill(
    app: &App,
    market: &Market,
    more: usize,
    cost: HashingCost,
    show: impl FnMut(Progress),
) -> Outcome<Filled> {
    let writer = MarketWriter::new(app, market, cost, app.clock.now());
    let writer = match first_event(app).await? {
        None => writer,
        // Use the time at which the interrupted filling began as the market's "now".
        Some((command, began)) if command == writer.admin_command() => writer.continuing(began),
        Some(_) => return Ok(Filled::Occupied),
    };
    if people::admin_has_logged_in(&writer).await? {
        return Ok(Filled::AlreadyThere);
    }
    write(&writer, more, show).await?;
    Ok(Filled::Written)
}

/// The command that caused the first event of the log, and its time.
async fn first_event(app: &App) -> Outcome<Option<(uuid::Uuid, DateTime<Utc>)>> {
    let page = app.writer.log.read_all(Position::START, &Categories::All, 1).await?;
    Ok(page.events.first().map(|event| (event.correlation_id, event.recorded_at)))
}

async fn write(writer: &MarketWriter<'_>, more: usize, show: impl FnMut(Progress)) -> Outcome<()> {
    let market = writer.market;
    let shelves = || {
        let merchants = market.merchants.iter().enumerate();
        merchants.flat_map(|(merchant, of)| (0..of.products.len()).map(move |product| (merchant, product)))
    };
    let all =
        market.merchants.len() + market.customers.len() + shelves().count() + market.orders.len() + more;
    let (done, show) = (Cell::new(0), RefCell::new(show));
    let ticks = |doing, more| {
        done.set(done.get() + more);
        (show.borrow_mut())(Progress { done: done.get(), all: all as u64, doing });
    };
    let tick = |doing| ticks(doing, 1);
    // Written before everything else: the first event of the log identifies the market.
    people::admin(writer).await?;
    at_once(0..market.merchants.len(), async |merchant| {
        people::merchant(writer, merchant).await?;
        tick("merchants");
        Ok(())
    })
    .await?;
    at_once(0..market.customers.len(), async |customer| {
        people::customer(writer, customer).await?;
        tick("customers");
        Ok(())
    })
    .await?;
    at_once(shelves(), async |(merchant, product)| {
        products::product(writer, merchant, product).await?;
        tick("products");
        Ok(())
    })
    .await?;
    for round in rounds::rounds(market, writer.now) {
        at_once(round, async |order| {
            orders::order(writer, order).await?;
            tick("orders");
            Ok(())
        })
        .await?;
    }
    let mut written = 0;
    stalls::stalls(writer, more, |so_far| {
        ticks("further products", (so_far - written) as u64);
        written = so_far;
    })
    .await?;
    // Written after everything else: it marks the market as complete.
    people::log_admin_in(writer).await
}

async fn at_once<T>(items: impl IntoIterator<Item = T>, work: impl AsyncFn(T) -> Outcome<()>) -> Outcome<()> {
    let work = &work;
    stream::iter(items).map(Ok).try_for_each_concurrent(CONCURRENT_ITEMS, move |item| work(item)).await
}
