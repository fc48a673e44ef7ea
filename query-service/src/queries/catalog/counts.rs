//! How many products fit a filter, and how many would if one member of it were another.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use serde::Serialize;
use shared_events::{Cents, money::decimal};
use sqlx::{FromRow, PgPool, QueryBuilder};
use utoipa::ToSchema;

use super::filter::{Facet, Filter, ORGANIC};

/// So many filters' counts are kept.
const KEPT: NonZeroUsize = NonZeroUsize::new(1_000).expect("it is not 0");

/// How many products fit a filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// How many fit all of it.
    pub total: u64,
    /// How many would fit, were one member of it another.
    pub facets: Facets,
}

/// How many products there are behind every choice that can be made next. Each is counted with all the other members of
/// the filter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Facets {
    /// Of each category that has some, by its slug.
    categories: Vec<CategoryCount>,
    /// With an approved certificate, and without.
    organic: TruthCounts,
    /// With something left to buy, and without.
    in_stock: TruthCounts,
    /// By how they come to their buyer; many come in both ways.
    fulfillment: FulfillmentCounts,
    /// From the cheapest to the dearest; null when there is none.
    #[schema(required)]
    price: Option<PriceRange>,
}

/// How many products a category has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
struct CategoryCount {
    /// Its slug.
    category: String,
    /// So many.
    count: i64,
}

/// How many products are so, and how many are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
struct TruthCounts {
    /// So many are.
    #[serde(rename = "true")]
    yes: i64,
    /// So many are not.
    #[serde(rename = "false")]
    no: i64,
}

/// How many products can be had in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
struct FulfillmentCounts {
    /// The buyer can collect so many.
    pickup: i64,
    /// So many are brought.
    delivery: i64,
}

/// Prices in US dollars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
struct PriceRange {
    /// Of the cheapest.
    #[serde(with = "decimal")]
    #[schema(value_type = f64)]
    min: Cents,
    /// Of the dearest.
    #[serde(with = "decimal")]
    #[schema(value_type = f64)]
    max: Cents,
}

/// Counts that were made, as long as the view is what it was then. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Counted(Arc<Mutex<LruCache<String, (State, Counts)>>>);

/// Which generation of the view was read, and up to which position.
type State = (i32, i64);

impl Default for Counted {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(KEPT))))
    }
}

impl Counted {
    fn find(&self, key: &str, state: State) -> Option<Counts> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(key).filter(|(of, _)| *of == state).map(|(_, counts)| counts.clone())
    }

    fn keep(&self, key: String, state: State, counts: Counts) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.put(key, (state, counts));
    }
}

/// Counts the public products that fit, unless that was done since the view has changed last.
///
/// # Errors
/// Those of the database.
pub async fn counts(pool: &PgPool, counted: &Counted, filter: &Filter) -> Result<Counts, sqlx::Error> {
    let state: Option<State> = sqlx::query_as(include_str!("checkpoint.sql")).fetch_optional(pool).await?;
    let Some(state) = state else { return count(pool, filter).await };
    let key = format!("{filter:?}");
    if let Some(counts) = counted.find(&key, state) {
        return Ok(counts);
    }
    // Read behind the checkpoint: what is counted is at least as new as what it is kept for.
    let counts = count(pool, filter).await?;
    counted.keep(key, state, counts.clone());
    Ok(counts)
}

/// The counts of one category.
#[derive(FromRow)]
struct Row {
    category: String,
    fit: i64,
    in_category: i64,
    organic: i64,
    not_organic: i64,
    in_stock: i64,
    not_in_stock: i64,
    pickup: i64,
    delivery: i64,
    least: Option<i64>,
    most: Option<i64>,
}

async fn count(pool: &PgPool, filter: &Filter) -> Result<Counts, sqlx::Error> {
    let mut query = QueryBuilder::new("SELECT p.category");
    let columns = [
        (None, "count(*)", "TRUE", "fit"),
        (Some(Facet::Category), "count(*)", "TRUE", "in_category"),
        (Some(Facet::Organic), "count(*)", ORGANIC, "organic"),
        (Some(Facet::Organic), "count(*)", "NOT (p.certified AND p.is_organic)", "not_organic"),
        (Some(Facet::Stock), "count(*)", "p.in_stock", "in_stock"),
        (Some(Facet::Stock), "count(*)", "NOT p.in_stock", "not_in_stock"),
        (Some(Facet::Way), "count(*)", "p.can_pickup", "pickup"),
        (Some(Facet::Way), "count(*)", "p.can_deliver", "delivery"),
        (Some(Facet::Price), "min(p.price)", "TRUE", "least"),
        (Some(Facet::Price), "max(p.price)", "TRUE", "most"),
    ];
    for (of, what, only, name) in columns {
        query.push(", ").push(what).push(" FILTER (WHERE ").push(only);
        for facet in Facet::ALL {
            if of != Some(facet) {
                filter.push_facet(&mut query, facet);
            }
        }
        query.push(") AS ").push(name);
    }
    query.push(" FROM read.catalog_products p WHERE p.visible");
    filter.push_scope(&mut query);
    query.push(" GROUP BY p.category ORDER BY p.category");
    let rows: Vec<Row> = query.build_query_as().fetch_all(pool).await?;
    Ok(sum(rows))
}

fn sum(rows: Vec<Row>) -> Counts {
    let all = |count: fn(&Row) -> i64| rows.iter().map(count).sum();
    let least = rows.iter().filter_map(|row| row.least).min();
    let most = rows.iter().filter_map(|row| row.most).max();
    let total: i64 = all(|row| row.fit);
    let mut facets = Facets {
        categories: Vec::new(),
        organic: TruthCounts { yes: all(|row| row.organic), no: all(|row| row.not_organic) },
        in_stock: TruthCounts { yes: all(|row| row.in_stock), no: all(|row| row.not_in_stock) },
        fulfillment: FulfillmentCounts { pickup: all(|row| row.pickup), delivery: all(|row| row.delivery) },
        price: least.zip(most).map(|(min, max)| PriceRange { min: Cents(min), max: Cents(max) }),
    };
    let in_categories =
        rows.into_iter().map(|row| CategoryCount { category: row.category, count: row.in_category });
    facets.categories = in_categories.filter(|category| category.count > 0).collect();
    Counts { total: total.unsigned_abs(), facets }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use shared_events::{
        events::{ProductEvent, StockEvent},
        shop::{Fulfillment, FulfillmentMethod},
    };

    use crate::testing::{Goods, Market, pluck};

    /// A tomato, a sold-out cheese that is brought alone, and a cheap tomato sauce.
    async fn market() -> Market {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let sauce = Goods { category: "condiments", price: 2_00, ..Goods::named("Tomato Sauce") };
        market.product(&farm, Goods { price: 4_50, ..Goods::named("Heirloom Tomato") }).await;
        let cheese = Goods { category: "dairy", price: 12_00, quantity: 0, ..Goods::named("Cheddar") };
        let product_id = market.product(&farm, cheese).await;
        let brought = Fulfillment { method: FulfillmentMethod::DeliveryOnly, ..Fulfillment::default() };
        let event = ProductEvent::FulfillmentChanged { product_id, fulfillment: brought };
        market.product_event(product_id, event).await;
        market.product(&farm, sauce).await;
        market
    }

    async fn facets(market: &Market, query: &str) -> Value {
        market.get(&format!("/products?{query}")).await.ok()["facets"].take()
    }

    #[tokio::test]
    async fn every_choice_tells_how_much_it_would_leave() {
        let market = market().await;
        let all = json!({
            "categories": [
                { "category": "condiments", "count": 1 },
                { "category": "dairy", "count": 1 },
                { "category": "produce", "count": 1 },
            ],
            "organic": { "true": 0, "false": 3 },
            "inStock": { "true": 2, "false": 1 },
            "fulfillment": { "pickup": 2, "delivery": 1 },
            "price": { "min": 2.0, "max": 12.0 },
        });
        assert_eq!(facets(&market, "").await, all);
        // The categories are those that could be chosen instead.
        let of_dairy = facets(&market, "category=dairy").await;
        assert_eq!(of_dairy["categories"], all["categories"]);
        assert_eq!(of_dairy["inStock"], json!({ "true": 0, "false": 1 }));
        assert_eq!(of_dairy["price"], json!({ "min": 12.0, "max": 12.0 }));
        let cheap = facets(&market, "maxPrice=5&inStock=true").await;
        assert_eq!(cheap["price"], json!({ "min": 2.0, "max": 4.5 }));
        assert_eq!(cheap["inStock"], json!({ "true": 2, "false": 0 }));
        assert_eq!(pluck(&cheap["categories"], "category"), ["condiments", "produce"]);
        let tomatoes = facets(&market, "search=tomato").await;
        assert_eq!(pluck(&tomatoes["categories"], "category"), ["condiments", "produce"]);
        let nothing = facets(&market, "search=parsnip").await;
        assert_eq!((&nothing["categories"], &nothing["price"]), (&json!([]), &Value::Null));
    }

    #[tokio::test]
    async fn what_is_sold_out_and_how_it_comes_can_be_chosen() {
        let mut market = market().await;
        for (query, expected) in [
            ("inStock=false", vec!["Cheddar"]),
            ("inStock=true&sort=name", vec!["Heirloom Tomato", "Tomato Sauce"]),
            ("fulfillment=delivery", vec!["Cheddar"]),
            ("fulfillment=pickup&sort=name", vec!["Heirloom Tomato", "Tomato Sauce"]),
            (
                "fulfillment=drone&inStock=maybe&sort=price",
                vec!["Tomato Sauce", "Heirloom Tomato", "Cheddar"],
            ),
        ] {
            let page = market.get(&format!("/products?{query}")).await.ok();
            assert_eq!(pluck(&page["products"], "name"), expected, "{query}");
            assert_eq!(page["pagination"]["totalProducts"], expected.len(), "{query}");
        }
        // Counts are made anew when the catalog has changed.
        let page = market.get("/products?inStock=false").await.ok();
        let cheese = page["products"][0]["id"].as_str().expect("an id").parse().expect("an id");
        let counted = StockEvent::StockCounted { product_id: cheese, quantity: 3 };
        market.append(cheese.uuid(), shared_events::Actor::system("test"), counted).await;
        assert_eq!(facets(&market, "").await["inStock"], json!({ "true": 3, "false": 0 }));
    }
}
