//! Where a search is broad, the popular products that fit it are ranked first, and all others behind them. A hundred
//! thousand products cannot be ranked while somebody waits, and nobody reads what nobody likes among so many. (Known in
//! information retrieval as a tiered index.)

use postgres_kit::Pool;
use uuid::Uuid;

use super::{Filter, Terms};

/// Popularities for each of which the view has an index of its own.
pub(super) const TIERS: [i64; 5] = [64, 256, 1_024, 4_096, 16_384];
/// So many products are ranked together.
const BROAD: u64 = 400;
/// At least so many are ranked first.
const ENOUGH: i64 = 100;
/// Of the products whose whole name is what was typed, so many are ranked first however popular they are, the newest of
/// them: that one is new is no reason to hide it.
const NAMED: i64 = 20;

/// The products that are ranked first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// One of [`TIERS`]: those that are at least so popular.
    pub(super) least: i64,
    /// These as well.
    pub(super) named: Vec<Uuid>,
}

impl Window {
    /// Of what fits the filter: `total` products, of which `popular` are in each of the tiers. None when all can be ranked
    /// together.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn of(
        pool: &Pool,
        filter: &Filter,
        total: u64,
        popular: &[i64],
    ) -> Result<Option<Self>, sqlx::Error> {
        let Some(Terms::Query(words)) = &filter.terms else { return Ok(None) };
        let enough = TIERS.into_iter().zip(popular).rfind(|(_, count)| **count >= ENOUGH);
        let Some((least, _)) = enough.filter(|_| total > BROAD) else { return Ok(None) };
        let named = sqlx::query_scalar(include_str!("newest_called.sql"))
            .bind(&words.phrase)
            .bind(NAMED)
            .fetch_all(pool)
            .await?;
        Ok(Some(Self { least, named }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn where_many_fit_the_popular_come_first_and_every_page_goes_on() {
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
        assert!(i64::try_from(popular.len()).is_ok_and(|count| count >= ENOUGH));
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
    async fn every_tier_has_an_index_of_its_own() {
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
