//! Writes the collected looks, as one event for each product.

use std::{collections::BTreeMap, convert::Infallible, time::Duration};

use domain::product::{Product, count_looks};
use event_store::{Append, AppendError, AppendFailed, ExpectedVersion, Provenance};
use shared_events::{
    Actor,
    ids::{AccountId, ProductId},
};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::{
    App,
    application::{Failure, load},
};

/// How often looks are written.
const WRITE_INTERVAL: Duration = Duration::from_secs(5);
/// The most products written at a time; the others wait for the next time.
const MAX_PRODUCTS_PER_WRITE: usize = 1_000;
/// How often an append with an unknown outcome is tried.
const APPEND_ATTEMPTS: usize = 5;

/// Writes every few seconds until stopped, and then once more.
pub async fn run(app: App, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(WRITE_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        write(&app).await;
    }
    write(&app).await;
}

/// Writes the waiting looks at products that are public. Looks that cannot be written now keep waiting.
pub async fn write(app: &App) {
    let mut products: BTreeMap<ProductId, Vec<Option<AccountId>>> = BTreeMap::new();
    let mut later = Vec::new();
    for (product, account) in app.looks.take() {
        if products.len() < MAX_PRODUCTS_PER_WRITE || products.contains_key(&product) {
            products.entry(product).or_default().push(account);
        } else {
            later.push((product, account));
        }
    }
    let provenance = app.command_by(Actor::system("product views"));
    for (product, accounts) in products {
        match count(app, &provenance, product, &accounts).await {
            Ok(()) => {}
            Err(Failure::Unavailable(cause)) => {
                tracing::warn!(%cause, %product, "cannot count looks at a product now; trying again");
                later.extend(accounts.into_iter().map(|account| (product, account)));
            }
            Err(failure) => tracing::error!(%failure, %product, "looks at a product are lost"),
        }
    }
    app.looks.put_back(later);
}

async fn count(
    app: &App,
    provenance: &Provenance,
    product_id: ProductId,
    lookers: &[Option<AccountId>],
) -> Result<(), Failure<Infallible>> {
    let product = load::<Product, _>(&app.writer.log, product_id.uuid()).await?.state;
    let Some(counted) = count_looks(product_id, &product, lookers) else { return Ok(()) };
    let append = Append { id: product_id.uuid(), expected: ExpectedVersion::Any, events: vec![counted] };
    for _ in 1..APPEND_ATTEMPTS {
        match app.writer.log.append(provenance, append.clone()).await {
            // Appending the same ids again reveals the true outcome.
            Err(AppendFailed::Store(AppendError::OutcomeUnknown(_))) => {}
            outcome => return outcome.map(drop).map_err(|error| Failure::Unavailable(error.to_string())),
        }
    }
    // The event may have been written: better to count too few than to count twice.
    tracing::warn!(%product_id, "the outcome of an append is unknown; looks at a product may be missing");
    Ok(())
}
