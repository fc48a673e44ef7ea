//! Searches among a merchant's own products: a page of them, and how many there are in each state.

use std::collections::BTreeMap;

use postgres_kit::{FromRow, Pool, statements};
use shared_events::ids::AccountId;
use uuid::Uuid;

use super::{product_row::ProductRow, products::with_history};
use crate::model::{Page, Product};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn own_by_state(
        merchant: Uuid, text: Option<&str>, low: bool, active: Option<bool>,
    ) -> row StateRow = concat!(
        include_str!("matching_own.sql"),
        "SELECT state, count(*) AS products FROM matching GROUP BY state"
    );
    fn own_page(
        merchant: Uuid, text: Option<&str>, low: bool, active: Option<bool>, state: Option<&str>, limit: i64,
        offset: i64,
    ) -> row ProductRow = concat!(
        include_str!("matching_own.sql"),
        include_str!("select_products.sql"),
        "JOIN (SELECT product_id, available AS units FROM matching WHERE $5::text IS NULL OR state = $5
               ORDER BY CASE WHEN $3 THEN available END, listed_at DESC, product_id LIMIT $6 OFFSET $7) page
             USING (product_id)
         ORDER BY CASE WHEN $3 THEN page.units END, p.listed_at DESC, p.product_id"
    );
}

/// A search among a merchant's own products. `None` does not restrict.
#[derive(Clone, Debug, Default)]
pub struct OwnSearch {
    /// A part of the name, of the category or of a tag. Case does not matter.
    pub text: Option<String>,
    /// Only products that are low in stock or sold out.
    pub low: bool,
    /// Only active products, or only inactive ones.
    pub active: Option<bool>,
}

/// A state and its number of products.
#[derive(Debug, FromRow)]
struct StateRow {
    state: String,
    products: i64,
}

/// How many of the merchant's products match, by state: `live`, `pending`, `changes` (rejected), `review` (changed
/// after a decision), `inactive`. A state without products is left out.
pub async fn count_own(
    pool: &Pool,
    merchant: AccountId,
    search: &OwnSearch,
) -> Result<BTreeMap<String, u64>, sqlx::Error> {
    let OwnSearch { text, low, active } = search;
    let rows: Vec<StateRow> =
        sql::own_by_state(merchant.uuid(), text.as_deref(), *low, *active).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|row| (row.state, row.products.unsigned_abs())).collect())
}

/// A page of the matching products, newest first; among those low in stock, the fewest units first.
pub async fn own_page(
    pool: &Pool,
    merchant: AccountId,
    search: &OwnSearch,
    state: Option<&str>,
    page: Page,
) -> Result<Vec<Product>, sqlx::Error> {
    let OwnSearch { text, low, active } = search;
    let (limit, offset) = (page.limit_i64(), page.offset_i64());
    let rows: Vec<ProductRow> =
        sql::own_page(merchant.uuid(), text.as_deref(), *low, *active, state, limit, offset)
            .fetch_all(pool)
            .await?;
    with_history(pool, rows).await
}
