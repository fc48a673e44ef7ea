//! Ranks a broad search in two tiers, popular matches first, which information retrieval calls a tiered index. A
//! hundred thousand products cannot be ranked while a shopper waits, and shoppers do not read the unpopular ones among
//! so many.

use postgres_kit::{Pool, statements};
use uuid::Uuid;

use super::{Filter, Terms};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn newest_called(phrase: &str, limit: i64) -> value Uuid = include_str!("newest_called.sql");
}

/// The popularities for which the view has a partial index each.
pub(super) const TIERS: [i64; 5] = [64, 256, 1_024, 4_096, 16_384];
/// Up to this number of matches are ranked together.
const MAX_RANKED_TOGETHER: u64 = 400;
/// The minimum number of matches in the window.
const MIN_IN_WINDOW: i64 = 100;
/// The number of exact name matches, the newest ones, that are always in the window: a new product must not be hidden
/// because it is not popular yet.
const MAX_NAME_MATCHES: i64 = 20;

/// The window: the products that are ranked first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The minimum popularity, one of [`TIERS`].
    pub(super) least: i64,
    /// The exact name matches, which are in the window at any popularity.
    pub(super) named: Vec<Uuid>,
}

impl Window {
    /// The window for `total` matches, of which `popular` are in each tier. `None` when all matches can be ranked
    /// together.
    pub(super) async fn of(
        pool: &Pool,
        filter: &Filter,
        total: u64,
        popular: &[i64],
    ) -> Result<Option<Self>, sqlx::Error> {
        let Some(Terms::Query(words)) = &filter.terms else { return Ok(None) };
        let enough = TIERS.into_iter().zip(popular).rfind(|(_, count)| **count >= MIN_IN_WINDOW);
        let Some((least, _)) = enough.filter(|_| total > MAX_RANKED_TOGETHER) else { return Ok(None) };
        let named = sql::newest_called(&words.phrase, MAX_NAME_MATCHES).fetch_all(pool).await?;
        Ok(Some(Self { least, named }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn a_broad_search_ranks_popular_products_first_and_pages_continue() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let mut popular = Vec::new();
        let named = market.product(&farm, Goods::named("Plum")).await;
        for number in 0..420_u32 {
            let name: &str = format!("Sour Plum {number}").leak();
            let id = market.product(&farm, Goods::named(name)).await;
            if number % 4 == 0 {
                market.look_at(id, 64 + number).await;
                popular.push(id.to_string());
            }
        }
        assert!(i64::try_from(popular.len()).is_ok_and(|count| count >= MIN_IN_WINDOW));
        popular.push(named.to_string());
        let first = market.get("/products?search=plum&limit=100").await.ok();
        assert_eq!(first["pagination"]["totalProducts"], 421);
        let ids = pluck(&first["products"], "id");
        assert_eq!(ids[0], named.to_string(), "what is called so is not hidden");
        assert!(ids.iter().all(|id| popular.iter().any(|known| known == id)));

        let mut by_number = Vec::new();
        for page in 1..=5 {
            let page = market.get(&format!("/products?search=plum&limit=100&page={page}")).await.ok();
            by_number.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
        }
        let mut by_cursor = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = market.get(&format!("/products?search=plum&limit=90&cursor={cursor}")).await.ok();
            by_cursor.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
            let Some(next) = page["pagination"]["nextCursor"].as_str() else { break };
            cursor = next.to_owned();
            assert!(by_cursor.len() < 421, "the list does not end");
        }
        assert_eq!(by_number, by_cursor);
        by_number.sort_unstable();
        by_number.dedup();
        assert_eq!(by_number.len(), 421, "each is there once");
    }

    #[tokio::test]
    async fn every_tier_has_its_own_index() {
        let market = Market::open().await;
        let indexes: Vec<String> = sqlx::query_scalar(
            "SELECT indexdef FROM pg_indexes WHERE tablename = 'products' AND indexdef LIKE '% gin %'",
        )
        .fetch_all(market.database())
        .await
        .expect("a database");
        for least in TIERS {
            let condition = format!("(visible AND (popularity >= {least}))");
            assert!(indexes.iter().any(|index| index.ends_with(&condition)), "{least}: {indexes:#?}");
        }
    }
}
