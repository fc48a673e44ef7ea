//! Searches the catalog: filters, sorts and pages.

use service_kit::Problem;
use sqlx::{Postgres, QueryBuilder};

use super::{
    Catalog, Cursor, Filter, Listed, Point, Sort, SortKey, Window, listing_cache::RankedId,
    nearest::by_distance, sort::Order,
};
use crate::{
    model::{Page, Product},
    queries::failed,
};

/// Up to this offset, the rows before a page are fetched and dropped. Beyond it, Postgres skips them.
const DEEP_OFFSET: u64 = 1_000;

/// A page of matching products.
#[derive(Clone, Debug)]
pub struct Found {
    /// The products in the requested order.
    pub products: Vec<Listed>,
    /// The cursor of the next page, if there is one.
    pub next: Option<Cursor>,
}

impl Catalog {
    /// A page of the matching public products, with distances from this place. `behind` selects the products after a
    /// cursor of the same order; without it, the page's number decides. Products that are equal in all sorts come
    /// newest first, so that pages never overlap. `window` comes from the filter's counts.
    pub async fn page(
        &self,
        filter: &Filter,
        sorts: &[Sort],
        page: Page,
        behind: Option<&Cursor>,
        window: Option<Window>,
        place: Option<Point>,
    ) -> Result<Found, sqlx::Error> {
        let window = match behind {
            Some(cursor) => cursor.window(window),
            None => window,
        };
        let order = Order::new(sorts, filter, window);
        let behind = behind.filter(|cursor| order.has(cursor));
        // One more product than the page shows is read, to know whether there is a next page.
        let shown = usize::try_from(page.limit).unwrap_or(usize::MAX);
        let is_deep = behind.is_none() && page.offset() > DEEP_OFFSET;
        let mut rows = match order.is_by_distance() && !is_deep {
            true => self.nearest_first(filter, sorts, page, behind).await?,
            false => self.in_order(filter, &order, page, behind).await?,
        };
        let goes_on = rows.len() > shown;
        rows.truncate(shown);
        let next = match rows.last_mut() {
            Some(last) if goes_on => Some(order.cursor(std::mem::take(&mut last.place))),
            _ => None,
        };
        Ok(Found { products: self.listing_cache.products(&self.pool, &rows, place).await?, next })
    }

    /// The newest products that are in stock, at most `limit`.
    pub async fn newest(&self, limit: u64) -> Result<Vec<Product>, Problem> {
        let filter = Filter { in_stock: Some(true), ..Filter::default() };
        let newest_first = [Sort { key: SortKey::CreatedAt, descending: true }];
        let found = self.page(&filter, &newest_first, Page { number: 1, limit }, None, None, None).await;
        Ok(found.map_err(failed)?.products.iter().map(Listed::product).collect())
    }

    async fn in_order(
        &self,
        filter: &Filter,
        order: &Order<'_>,
        page: Page,
        behind: Option<&Cursor>,
    ) -> Result<Vec<RankedId>, sqlx::Error> {
        let wanted = Wanted {
            filter,
            order,
            behind,
            limit: page.limit_i64() + 1,
            offset: behind.map_or(page.offset_i64(), |_| 0),
        };
        if let Some(query) = wanted.in_window() {
            let rows = self.find(query, wanted).await?;
            if i64::try_from(rows.len()).is_ok_and(|found| found == wanted.limit) {
                return Ok(rows);
            }
        }
        self.find(wanted.anywhere(), wanted).await
    }

    /// A page of nearby products, queried one distance after the other until it is full. So a shopper in a city does
    /// not wait until all products sold there are sorted.
    async fn nearest_first(
        &self,
        filter: &Filter,
        sorts: &[Sort],
        page: Page,
        behind: Option<&Cursor>,
    ) -> Result<Vec<RankedId>, sqlx::Error> {
        let skipped = behind.map_or(page.offset_i64(), |_| 0);
        let mut limit = skipped + page.limit_i64() + 1;
        let mut rows: Vec<RankedId> = Vec::new();
        let merchants = filter.merchants.as_deref().unwrap_or_default();
        for merchants in by_distance(merchants, behind.and_then(Cursor::miles)) {
            let filter = Filter { merchants: Some(merchants.into()), ..filter.clone() };
            let order = Order::new(sorts, &filter, None);
            let wanted = Wanted { filter: &filter, order: &order, behind, limit, offset: 0 };
            let found = self.find(wanted.anywhere(), wanted).await?;
            limit -= i64::try_from(found.len()).unwrap_or(i64::MAX);
            rows.extend(found);
            if limit <= 0 {
                break;
            }
        }
        rows.drain(..rows.len().min(usize::try_from(skipped).unwrap_or(usize::MAX)));
        Ok(rows)
    }

    async fn find(
        &self,
        mut query: QueryBuilder<Postgres>,
        wanted: Wanted<'_>,
    ) -> Result<Vec<RankedId>, sqlx::Error> {
        // A persistent statement keeps one plan for all its parameters.
        query.build_query_as().persistent(wanted.has_one_plan()).fetch_all(&self.pool).await
    }
}

/// A search: the filter, the order, and the requested part.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    filter: &'a Filter,
    order: &'a Order<'a>,
    behind: Option<&'a Cursor>,
    limit: i64,
    offset: i64,
}

impl Wanted<'_> {
    /// Whether one plan suits any number of matches. Otherwise the plan depends on the count: Postgres should sort few
    /// matches, but scan many in the requested order.
    fn has_one_plan(&self) -> bool {
        let Filter { terms, merchant, min_price, max_price, merchants, .. } = self.filter;
        let is_ranked = terms.is_none() || self.order.is_by_relevance();
        is_ranked && merchant.is_none() && merchants.is_none() && min_price.is_none() && max_price.is_none()
    }

    /// The query for the products in the order's window, if it has one. Products outside the window are not found.
    fn in_window(self) -> Option<QueryBuilder<Postgres>> {
        let mut query = self.begun();
        if !self.order.push_window(&mut query) {
            return None;
        }
        Some(self.ended(query))
    }

    fn anywhere(self) -> QueryBuilder<Postgres> {
        self.ended(self.begun())
    }

    fn begun(self) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::new(
            "WITH page AS (SELECT product_id, place, row_number() OVER () AS number FROM (SELECT p.product_id, ",
        );
        self.order.push_values(&mut query);
        query.push(" AS place FROM read.catalog_products p");
        if let Some(merchants) = &self.filter.merchants
            && self.filter.miles().is_none()
        {
            let ids: Vec<_> = merchants.iter().map(|near| near.merchant_id).collect();
            let miles: Vec<_> = merchants.iter().map(|near| near.miles).collect();
            query.push(" JOIN unnest(").push_bind(ids).push("::uuid[], ").push_bind(miles);
            query.push("::double precision[]) AS near (merchant_id, miles) USING (merchant_id)");
        }
        query.push(" WHERE p.visible");
        self.filter.push(&mut query);
        query
    }

    fn ended(self, mut query: QueryBuilder<Postgres>) -> QueryBuilder<Postgres> {
        if let Some(cursor) = self.behind {
            self.order.push_behind(&mut query, cursor);
        }
        query.push(" ORDER BY ");
        self.order.push(&mut query);
        // The limit is a literal: as a parameter it could be any number, and Postgres would plan the statement anew
        // each time, which takes longer than running it.
        query.push(" LIMIT ").push(self.limit);
        if self.offset > 0 {
            query.push(" OFFSET ").push_bind(self.offset);
        }
        query.push(") AS sorted) ").push(include_str!("select_versions.sql"));
        query
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn a_cursor_visits_every_product_once_in_every_order() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let far = market.merchant("Far Farm", "05404").await;
        for (name, price) in [
            ("Pear", 2_00),
            ("Plum", 1_00),
            ("pear", 2_00),
            ("Péar", 2_00),
            ("Peach", 3_00),
            ("Plum Tree", 2_00),
        ] {
            let merchant = if price == 2_00 { &far } else { &farm };
            market.product(merchant, Goods { price, ..Goods::named(name) }).await;
        }
        for query in [
            "",
            "sort=price",
            "sort=-price",
            "sort=name",
            "sort=-views,-rating.average,-createdAt",
            "sort=createdAt",
            "search=p",
            "zip=05401",
            "zip=05401&sort=-distance,price",
        ] {
            let whole = market.get(&format!("/products?{query}")).await.ok();
            let whole: Vec<String> = pluck(&whole["products"], "id").into_iter().map(str::to_owned).collect();
            assert_eq!(whole.len(), 6, "{query}");
            let mut seen = Vec::new();
            let mut cursor = String::new();
            loop {
                let path = format!("/products?{query}&limit=2&cursor={cursor}");
                let page = market.send(&path, &[]).await.ok();
                seen.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
                let next = &page["pagination"]["nextCursor"];
                assert_eq!(page["pagination"]["hasMore"], next.is_string(), "{query}");
                let Some(next) = next.as_str() else { break };
                cursor = next.to_owned();
                assert!(seen.len() < 6, "{query} goes on: {seen:?}");
            }
            assert_eq!(seen, whole, "{query}");
        }
    }

    #[tokio::test]
    async fn a_cursor_of_another_order_is_ignored() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for name in ["Apple", "Plum", "Pear"] {
            market.product(&farm, Goods::named(name)).await;
        }
        let page = market.get("/products?sort=name&limit=1").await.ok();
        let cursor = page["pagination"]["nextCursor"].as_str().expect("a cursor");
        for cursor in [cursor, "zz", "%FF", "5b5d"] {
            let page = market.send(&format!("/products?sort=price&limit=2&cursor={cursor}"), &[]).await.ok();
            assert_eq!(pluck(&page["products"], "name"), ["Pear", "Plum"], "{cursor}");
        }
    }

    #[tokio::test]
    async fn misspelled_words_are_corrected_and_the_correction_is_reported() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for name in ["Heirloom Tomato", "Potato"] {
            market.product(&farm, Goods::named(name)).await;
        }
        for (search, corrected) in
            [("tomatto", "tomato"), ("hierloom", "heirloom"), ("heirlom+tomata", "heirloom tomato")]
        {
            let page = market.get(&format!("/products?search={search}")).await.ok();
            assert_eq!(pluck(&page["products"], "name"), ["Heirloom Tomato"], "{search}");
            assert_eq!(page["correctedSearch"], corrected);
        }
        let page = market.get("/products?search=tomato").await.ok();
        assert!(page["correctedSearch"].is_null());
        let page = market.get("/products?search=parsnip").await.ok();
        assert!(page["correctedSearch"].is_null());
        assert_eq!(page["pagination"]["totalProducts"], 0);
    }
}
