use std::path::Path;

use postgres_kit::Pool;
use shared_events::events::ProductEvent;
use sqlx::AssertSqlSafe;
use test_support::wait_for;
use tokio_util::sync::CancellationToken;

use super::super::{Catalog, Filter, Search};
use crate::{
    model::Page,
    testing::{Goods, Market},
};

/// The names that a search for everything finds, in alphabetical order; `None` while the index is built.
async fn names(catalog: &Catalog) -> Option<Vec<String>> {
    let page = Page { number: 1, limit: 100 };
    let found = catalog.search(Search::list(Filter::default(), page)).await.ok()?;
    let mut names: Vec<String> = found
        .products
        .iter()
        .map(|product| {
            serde_json::to_value(product).expect("JSON")["name"].as_str().expect("a name").to_owned()
        })
        .collect();
    names.sort_unstable();
    // While the index is behind the rows, it counts products that are no longer shown.
    (usize::try_from(found.total) == Ok(names.len())).then_some(names)
}

async fn shows(catalog: &Catalog, expected: &[&str]) {
    wait_for(&format!("the index to have {expected:?}"), async || {
        names(catalog).await.filter(|names| names == expected)
    })
    .await;
}

/// A process with an index in this folder.
fn process(market: &Market, folder: &Path) -> (Catalog, CancellationToken) {
    let stop = CancellationToken::new();
    let folder = Some(folder.to_owned());
    (Catalog::start(market.database(), market.waiter(), folder, stop.clone()), stop)
}

#[tokio::test]
async fn the_index_follows_changes_and_deletions() {
    let mut market = Market::open().await;
    let folder = tempfile::tempdir().expect("a folder");
    let (catalog, _stop) = process(&market, folder.path());
    shows(&catalog, &[]).await;
    let farm = market.merchant("Green Farm", "05401").await;
    market.product(&farm, Goods::named("Tomato")).await;
    let pear = market.product(&farm, Goods::named("Pear")).await;
    shows(&catalog, &["Pear", "Tomato"]).await;
    market.product_event(pear, ProductEvent::ProductDeleted { product_id: pear, reason: None }).await;
    shows(&catalog, &["Tomato"]).await;
    market.reject_merchant(&farm, "Closed").await;
    shows(&catalog, &[]).await;
    market.approve_merchant(&farm).await;
    shows(&catalog, &["Tomato"]).await;
}

#[tokio::test]
async fn a_process_continues_with_the_index_of_the_one_before() {
    let mut market = Market::open().await;
    let folder = tempfile::tempdir().expect("a folder");
    let farm = market.merchant("Green Farm", "05401").await;
    market.product(&farm, Goods::named("Tomato")).await;
    let pear = market.product(&farm, Goods::named("Pear")).await;
    let (before, stop) = process(&market, folder.path());
    shows(&before, &["Pear", "Tomato"]).await;
    let (beside, stop_beside) = process(&market, folder.path());
    shows(&beside, &["Pear", "Tomato"]).await;
    stop.cancel();
    stop_beside.cancel();
    market.product_event(pear, ProductEvent::ProductDeleted { product_id: pear, reason: None }).await;
    market.product(&farm, Goods::named("Leek")).await;
    let (after, _stop) = process(&market, folder.path());
    shows(&after, &["Leek", "Tomato"]).await;
}

#[tokio::test]
async fn the_index_follows_the_next_build_of_the_view() {
    let mut market = Market::open().await;
    let farm = market.merchant("Green Farm", "05401").await;
    market.product(&farm, Goods::named("Tomato")).await;
    shows(market.catalog(), &["Tomato"]).await;
    market.rebuild("catalog").await;
    market.product(&farm, Goods::named("Pear")).await;
    shows(market.catalog(), &["Pear", "Tomato"]).await;
}

#[tokio::test]
async fn an_index_that_has_fallen_behind_the_recorded_changes_is_compared_again() {
    let mut market = Market::open().await;
    let farm = market.merchant("Green Farm", "05401").await;
    market.product(&farm, Goods::named("Tomato")).await;
    shows(market.catalog(), &["Tomato"]).await;
    // As after a crash of Postgres, which takes the last changes back: a number is used again.
    run(market.database(), "DELETE FROM products; DELETE FROM changes").await;
    market.product(&farm, Goods::named("Pear")).await;
    shows(market.catalog(), &["Pear"]).await;
}

/// Runs statements on the tables of the serving build.
async fn run(pool: &Pool, statements: &str) {
    let schema = "SELECT table_schema::text FROM information_schema.tables WHERE table_name = 'products'
                  AND table_schema LIKE 'rm_catalog_v%' ORDER BY table_schema DESC LIMIT 1";
    let schema: String = sqlx::query_scalar(schema).fetch_one(pool).await.expect("a build");
    let transaction = format!("BEGIN; SET LOCAL search_path TO {schema}; {statements}; COMMIT");
    sqlx::raw_sql(AssertSqlSafe(transaction)).execute(pool).await.expect("statements");
}
