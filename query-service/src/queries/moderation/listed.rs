//! The list of all products for admins.

use postgres_kit::{Pool, statements};
use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use crate::{model::Page, queries::words::beginnings};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn search_merchants(beginnings: &str, limit: i64) -> value Uuid = include_str!("search_merchants.sql");
}

/// The largest number of merchants by whose names a search finds products.
const MAX_MERCHANTS: i64 = 1_000;
/// Up to this number of matches are filtered first and then sorted.
const MAX_SORTED_IN_MEMORY: u64 = 10_000;

/// The filter of the list. All members apply together; `None` is no restriction.
#[derive(Clone, Debug, Default)]
pub struct ProductFilter {
    /// The result of [`search`].
    pub search: Option<Search>,
    /// A category's slug in the merchant's latest version.
    pub category: Option<String>,
    /// Products in this state.
    pub status: Option<ProductStatus>,
    /// With an organic claim, or without.
    pub is_organic: Option<bool>,
}

/// A state to filter by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProductStatus {
    /// The product is active.
    Active,
    /// The product was deactivated.
    Inactive,
    Approval(String),
}

/// A resolved search: words, or these merchants.
#[derive(Clone, Debug)]
pub struct Search {
    beginnings: String,
    merchants: Vec<Uuid>,
}

/// Resolves a search text to prefixes of words in a product's name, or to the merchants whose name, business or e-mail
/// address contains these prefixes.
pub async fn search(pool: &Pool, text: &str) -> Result<Search, sqlx::Error> {
    let beginnings = beginnings(text);
    let merchants = sql::search_merchants(&beginnings, MAX_MERCHANTS).fetch_all(pool).await?;
    Ok(Search { beginnings, merchants })
}

/// Counts the matching products.
pub async fn count_products(pool: &Pool, filter: &ProductFilter) -> Result<u64, sqlx::Error> {
    let mut query = QueryBuilder::new(match filter.search {
        // The view keeps these totals.
        None => "SELECT coalesce(sum(p.products), 0)::bigint FROM read.moderation_totals p WHERE true",
        Some(_) => "SELECT count(*) FROM read.moderation_products p WHERE true",
    });
    push_conditions(&mut query, filter);
    let found: i64 = query.build_query_scalar().fetch_one(pool).await?;
    Ok(found.unsigned_abs())
}

/// A page of the matching products' ids, newest first; `total` is their count.
pub async fn product_ids(
    pool: &Pool,
    filter: &ProductFilter,
    total: u64,
    page: Page,
) -> Result<Vec<Uuid>, sqlx::Error> {
    let found = "SELECT p.product_id, p.listed_at FROM read.moderation_products p WHERE true";
    let mut query = QueryBuilder::new("");
    // Few matches are filtered first and sorted afterwards. Otherwise Postgres scans all products by age, because it
    // cannot know how rare a word is.
    let few = filter.search.is_some() && total <= MAX_SORTED_IN_MEMORY;
    query.push(if few { "WITH p AS MATERIALIZED (" } else { "" }).push(found);
    push_conditions(&mut query, filter);
    query.push(if few { ") SELECT p.product_id FROM p" } else { "" });
    query.push(" ORDER BY p.listed_at DESC, p.product_id LIMIT ").push_bind(page.limit_i64());
    query.push(" OFFSET ").push_bind(page.offset_i64());
    query.build_query_scalar().fetch_all(pool).await
}

fn push_conditions(query: &mut QueryBuilder<Postgres>, filter: &ProductFilter) {
    if let Some(Search { beginnings, merchants }) = &filter.search {
        query.push(" AND (p.search @@ to_tsquery('simple', ").push_bind(beginnings.clone());
        query.push(") OR p.merchant_id = ANY(").push_bind(merchants.clone()).push("))");
    }
    if let Some(category) = &filter.category {
        query.push(" AND p.category = ").push_bind(category.clone());
    }
    match &filter.status {
        Some(ProductStatus::Active) => {
            query.push(" AND p.is_active");
        }
        Some(ProductStatus::Inactive) => {
            query.push(" AND NOT p.is_active");
        }
        Some(ProductStatus::Approval(word)) => {
            query.push(" AND p.approval = ").push_bind(word.clone());
        }
        None => {}
    }
    match filter.is_organic {
        Some(true) => {
            query.push(" AND p.is_organic");
        }
        Some(false) => {
            query.push(" AND NOT p.is_organic");
        }
        None => {}
    }
}
