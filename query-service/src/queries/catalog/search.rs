//! The catalog searched, filtered, sorted and paged.

use shared_events::{Cents, ids::AccountId};
use sqlx::{PgPool, Postgres, QueryBuilder};
use uuid::Uuid;

use super::{Nearby, Point, products};
use crate::http::shapes::{Page, Product};

/// More words of a search than this are ignored.
const MOST_WORDS: usize = 16;
/// More letters of a word than this are ignored.
const MOST_LETTERS: usize = 64;

/// Which products are wanted. All members together; none means no restriction.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// From [`search_terms`].
    pub terms: Option<Terms>,
    /// A category's slug.
    pub category: Option<String>,
    /// Products of this merchant.
    pub merchant: Option<AccountId>,
    /// At least.
    pub min_price: Price,
    /// At most.
    pub max_price: Price,
    /// With an approved certificate, or without.
    pub certified: Option<bool>,
    /// On the home page.
    pub featured: bool,
    /// Products of these merchants, whose distances are known.
    pub merchants: Option<Vec<Nearby>>,
}

/// A limit of the price, if there is one.
pub type Price = Option<Cents>;

/// What a search text looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// A text search query.
    Query(String),
    /// There is no word in it that could be found.
    Nothing,
}

/// An order of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub key: SortKey,
    /// Largest first.
    pub descending: bool,
}

/// By what products are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// How well they fit the search.
    Relevance,
    /// When they were listed.
    CreatedAt,
    /// The price.
    Price,
    /// The name, whatever its case.
    Name,
    /// The average rating.
    Rating,
    /// How often they were looked at.
    Views,
    /// How far their merchant is.
    Distance,
}

impl Sort {
    /// Reads a comma-separated list; unknown and repeated members are ignored.
    pub fn read(text: &str) -> Vec<Self> {
        let mut sorts: Vec<Self> = Vec::new();
        for member in text.split(',').map(str::trim) {
            let (name, descending) = member.strip_prefix('-').map_or((member, false), |name| (name, true));
            let key = match name {
                "createdAt" => SortKey::CreatedAt,
                "price" => SortKey::Price,
                "name" => SortKey::Name,
                "rating.average" => SortKey::Rating,
                "views" => SortKey::Views,
                "distance" => SortKey::Distance,
                _ => continue,
            };
            if sorts.iter().all(|sort| sort.key != key) {
                sorts.push(Self { key, descending });
            }
        }
        sorts
    }
}

/// Turns what people type into what Postgres searches for; none when the text is blank.
///
/// # Errors
/// Those of the database.
pub async fn search_terms(pool: &PgPool, text: &str) -> Result<Option<Terms>, sqlx::Error> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS)
        .map(|word| word.chars().take(MOST_LETTERS).collect())
        .collect();
    let query: Option<String> =
        sqlx::query_scalar(include_str!("search_terms.sql")).bind(words).fetch_one(pool).await?;
    Ok(Some(query.map_or(Terms::Nothing, Terms::Query)))
}

/// How many public products fit.
///
/// # Errors
/// Those of the database.
pub async fn count(pool: &PgPool, filter: &Filter) -> Result<u64, sqlx::Error> {
    let mut query = QueryBuilder::new("SELECT count(*) FROM read.catalog_products p WHERE p.visible");
    push_conditions(&mut query, filter);
    let found: i64 = query.build_query_scalar().fetch_one(pool).await?;
    Ok(found.unsigned_abs())
}

/// A page of the public products that fit, as somebody at this place sees them. Products that are equal by all sorts
/// come newest first, so that pages never overlap.
///
/// # Errors
/// Those of the database.
pub async fn page(
    pool: &PgPool,
    filter: &Filter,
    sorts: &[Sort],
    page: Page,
    place: Option<Point>,
) -> Result<Vec<Product>, sqlx::Error> {
    let mut query = QueryBuilder::new("SELECT p.product_id FROM read.catalog_products p");
    if let Some(merchants) = &filter.merchants {
        let ids: Vec<_> = merchants.iter().map(|near| near.merchant_id).collect();
        let miles: Vec<_> = merchants.iter().map(|near| near.miles).collect();
        query.push(" JOIN unnest(").push_bind(ids).push("::uuid[], ").push_bind(miles);
        query.push("::double precision[]) AS near (merchant_id, miles) USING (merchant_id)");
    }
    query.push(" WHERE p.visible");
    push_conditions(&mut query, filter);
    query.push(" ORDER BY ");
    push_order(&mut query, filter, sorts);
    query.push(" LIMIT ").push_bind(page.limit_i64()).push(" OFFSET ").push_bind(page.offset_i64());
    let ids: Vec<Uuid> = query.build_query_scalar().fetch_all(pool).await?;
    products::by_ids(pool, &ids, place).await
}

fn push_conditions(query: &mut QueryBuilder<Postgres>, filter: &Filter) {
    match &filter.terms {
        Some(Terms::Query(terms)) => {
            query.push(" AND p.search @@ ").push_bind(terms.clone()).push("::tsquery");
        }
        Some(Terms::Nothing) => {
            query.push(" AND false");
        }
        None => {}
    }
    if let Some(category) = &filter.category {
        query.push(" AND p.category = ").push_bind(category.clone());
    }
    if let Some(merchant) = filter.merchant {
        query.push(" AND p.merchant_id = ").push_bind(merchant.uuid());
    }
    if let Some(Cents(least)) = filter.min_price {
        query.push(" AND p.price >= ").push_bind(least);
    }
    if let Some(Cents(most)) = filter.max_price {
        query.push(" AND p.price <= ").push_bind(most);
    }
    if let Some(certified) = filter.certified {
        query.push(" AND (p.certified AND p.is_organic) = ").push_bind(certified);
    }
    if filter.featured {
        query.push(" AND p.featured");
    }
    if let Some(merchants) = &filter.merchants {
        let ids: Vec<_> = merchants.iter().map(|near| near.merchant_id).collect();
        query.push(" AND p.merchant_id = ANY(").push_bind(ids).push(")");
    }
}

fn push_order(query: &mut QueryBuilder<Postgres>, filter: &Filter, sorts: &[Sort]) {
    for sort in sorts {
        match (sort.key, &filter.terms, &filter.merchants) {
            (SortKey::Relevance, Some(Terms::Query(terms)), _) => {
                query.push("ts_rank(p.search, ").push_bind(terms.clone()).push("::tsquery)");
            }
            (SortKey::Distance, _, Some(_)) => {
                query.push("near.miles");
            }
            // Without a search nothing is relevant, without a place nothing is near.
            (SortKey::Relevance | SortKey::Distance, ..) => continue,
            (SortKey::CreatedAt, ..) => {
                query.push("p.listed_at");
            }
            (SortKey::Price, ..) => {
                query.push("p.price");
            }
            (SortKey::Name, ..) => {
                query.push("left(lower(p.name), 100)");
            }
            (SortKey::Rating, ..) => {
                query.push("p.rating_average");
            }
            (SortKey::Views, ..) => {
                query.push("p.views");
            }
        }
        query.push(if sort.descending { " DESC, " } else { ", " });
    }
    query.push("p.listed_at DESC, p.product_id");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_repeated_sorts_are_ignored() {
        let sorts = Sort::read("-views, -rating.average,drop table,price,-price,,--name,createdAt");
        let keys: Vec<_> = sorts.iter().map(|sort| (sort.key, sort.descending)).collect();
        assert_eq!(
            keys,
            [
                (SortKey::Views, true),
                (SortKey::Rating, true),
                (SortKey::Price, false),
                (SortKey::CreatedAt, false)
            ]
        );
    }
}
