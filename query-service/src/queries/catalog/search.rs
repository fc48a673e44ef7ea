//! Searches the catalog: the index finds the products of a page, and their data comes from Postgres.

use std::future::Future;

use catalog_index::{Cursor, Filter, Page as IndexPage, Snapshot, Sort, SortKey, usual_order};
use service_kit::Problem;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    Catalog, Facets, Point, ShownProduct,
    index::{broken, missing},
    shown::listed,
};
use crate::{
    model::{Page, Product},
    queries::failed,
};

/// Searches of a smaller index run in the calling thread: they end before another thread could begin them.
const SEARCHED_AT_ONCE: u64 = 50_000;
/// Pages beyond this number of products are empty, because ranking them takes memory for all earlier products. A cursor
/// continues at any depth.
const MAX_DEPTH: u64 = 100_000;

/// A search as a shopper means it.
#[derive(Clone, Debug)]
pub struct Search {
    /// The typed words; blank for a list.
    pub text: String,
    /// All restrictions except the words.
    pub filter: Filter,
    /// The order; empty for the usual one.
    pub sorts: Vec<Sort>,
    /// The requested part of the list.
    pub page: Page,
    /// The products after this place, instead of the page's number.
    pub behind: Option<Cursor>,
    /// The shopper's place, for distances.
    pub place: Option<Point>,
}

impl Search {
    /// A list without words, in the usual order.
    pub fn list(filter: Filter, page: Page) -> Self {
        Self { text: String::new(), filter, sorts: Vec::new(), page, behind: None, place: None }
    }
}

/// The answer to a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The page's products in the requested order.
    pub products: Vec<ShownProduct>,
    /// The cursor of the next page, if there is one.
    pub next: Option<Cursor>,
    /// The number of products that match.
    pub total: u64,
    /// For each facet, the number of matches with each value.
    pub facets: Facets,
    /// The text that was searched instead, when no product has the words.
    pub corrected: Option<String>,
}

/// The products that the index finds.
struct Hits {
    ids: Vec<Uuid>,
    found: catalog_index::Found,
    corrected: Option<String>,
}

impl Catalog {
    /// Finds a page of the public products, with the counts of all matches. When nothing matches the words, similarly
    /// spelled words of the catalog are searched.
    ///
    /// # Errors
    /// 503 while the index or the view is built for the first time.
    pub async fn search(&self, search: Search) -> Result<Found, Problem> {
        let place = search.place;
        let hits = self.in_index(move |snapshot| hits(snapshot, search)).await?;
        let products = listed(&self.pool, &self.rows, &hits.ids, place).await.map_err(failed)?;
        let counts = hits.found.counts.unwrap_or_default();
        Ok(Found {
            products,
            next: hits.found.next,
            total: counts.total,
            facets: Facets::from(&counts.facets),
            corrected: hits.corrected,
        })
    }

    /// The newest products that are in stock, at most `limit`.
    pub async fn newest(&self, limit: u64) -> Result<Vec<Product>, Problem> {
        let filter = Filter { in_stock: Some(true), ..Filter::default() };
        let page = Page { number: 1, limit };
        let found = self.search(Search::list(filter, page)).await?;
        Ok(found.products.iter().map(ShownProduct::product).collect())
    }

    /// Asks the index as of its last commit.
    pub(super) fn in_index<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Snapshot) -> Result<T, catalog_index::Error> + Send + 'static,
    ) -> impl Future<Output = Result<T, Problem>> + Send {
        let (snapshot, turns) = (self.index.snapshot(), self.turns.clone());
        async move {
            let snapshot = snapshot.ok_or_else(missing)?;
            if snapshot.len() <= SEARCHED_AT_ONCE {
                return ask(&snapshot).map_err(|error| broken(&error));
            }
            // More searches at a time would only take more memory.
            let _turn = turns.acquire_owned().await.map_err(|closed| Problem::internal(&closed))?;
            let answer = spawn_blocking(move || ask(&snapshot)).await;
            answer.map_err(|error| Problem::internal(&error))?.map_err(|error| broken(&error))
        }
    }
}

fn hits(snapshot: &Snapshot, search: Search) -> Result<Hits, catalog_index::Error> {
    let Search { text, mut filter, sorts, page, behind, .. } = search;
    filter.terms = snapshot.terms(&text)?;
    let sorts = if sorts.is_empty() { usual(&filter) } else { sorts };
    let offset = behind.as_ref().map_or(page.offset(), |_| 0);
    let limit = if offset < MAX_DEPTH { page.limit } else { 0 };
    let [limit, offset] = [limit, offset].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let page = IndexPage { limit, offset, after: behind };
    let mut found = snapshot.search(&filter, &sorts, &page, true)?;
    let mut corrected = None;
    let is_empty = found.counts.as_ref().is_none_or(|counts| counts.total == 0);
    if is_empty
        && filter.terms.is_some()
        && let Some((terms, reads)) = snapshot.corrected(&text)?
    {
        filter.terms = Some(terms);
        let again = snapshot.search(&filter, &sorts, &page, true)?;
        if again.counts.as_ref().is_some_and(|counts| counts.total > 0) {
            (found, corrected) = (again, Some(reads));
        }
    }
    Ok(Hits { ids: found.hits.iter().map(|hit| hit.id).collect(), found, corrected })
}

/// A search is sorted by relevance, then by distance; a list without words has its usual order.
fn usual(filter: &Filter) -> Vec<Sort> {
    let is_near = filter.nearby.is_some();
    if filter.terms.is_none() {
        return usual_order(is_near);
    }
    let distance = is_near.then_some(Sort { key: SortKey::Distance, descending: false });
    [Sort { key: SortKey::Relevance, descending: true }].into_iter().chain(distance).collect()
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

    #[tokio::test]
    async fn pages_continue_from_one_distance_to_the_next() {
        let mut market = Market::open().await;
        let mut expected = Vec::new();
        for zip in ["05404", "05401", "05403"] {
            let farm = market.merchant(&format!("Farm of {zip}"), zip).await;
            for number in 0..120 {
                let price = 100 + number % 7;
                let name: &str = format!("{zip} {number}").leak();
                let id = market.product(&farm, Goods { price, ..Goods::named(name) }).await;
                let place = ["05401", "05404", "05403"].iter().position(|near| *near == zip);
                expected.push((place, price, -number, id.to_string()));
            }
        }
        expected.sort_unstable();
        let expected: Vec<String> = expected.into_iter().map(|(_, _, _, id)| id).collect();
        let path = "/products?zip=05401&radius=20&sort=distance,price&limit=100";
        let mut by_number = Vec::new();
        let mut by_cursor = Vec::new();
        let mut cursor = String::new();
        for number in 1..=4 {
            let page = market.get(&format!("{path}&page={number}")).await.ok();
            by_number.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
            let page = market.get(&format!("{path}&cursor={cursor}")).await.ok();
            by_cursor.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
            cursor = page["pagination"]["nextCursor"].as_str().unwrap_or_default().to_owned();
        }
        assert_eq!(by_number, expected);
        assert_eq!(by_cursor, expected);
    }

    #[tokio::test]
    async fn a_product_named_like_the_search_comes_first_and_pages_continue() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let named = market.product(&farm, Goods::named("Plum")).await;
        for number in 0..120_u32 {
            let name: &str = format!("Sour Plum {number}").leak();
            let id = market.product(&farm, Goods::named(name)).await;
            if number % 4 == 0 {
                market.look_at(id, 64 + number).await;
            }
        }
        let mut by_number = Vec::new();
        for page in 1..=4 {
            let page = market.get(&format!("/products?search=plum&limit=40&page={page}")).await.ok();
            assert_eq!(page["pagination"]["totalProducts"], 121);
            by_number.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
        }
        assert_eq!(by_number[0], named.to_string());
        let mut by_cursor = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = market.get(&format!("/products?search=plum&limit=30&cursor={cursor}")).await.ok();
            by_cursor.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
            let Some(next) = page["pagination"]["nextCursor"].as_str() else { break };
            cursor = next.to_owned();
            assert!(by_cursor.len() < 121, "the list does not end");
        }
        assert_eq!(by_number, by_cursor);
        by_number.sort_unstable();
        by_number.dedup();
        assert_eq!(by_number.len(), 121, "each is there once");
    }
}
