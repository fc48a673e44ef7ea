//! Counts the products that match a filter, and for each facet the matches with every other value.

use postgres_kit::{FromRow, Pool};
use serde::Serialize;
use sha2::{Digest, Sha256};
use shared_events::{Cents, money::Dollars};
use sqlx::QueryBuilder;
use utoipa::ToSchema;

use super::{
    Terms, Window,
    filter::{Facet, Filter, ORGANIC},
    window::TIERS,
};

/// The counts of a filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// The number of products that match the whole filter.
    pub total: u64,
    /// For each facet, the number of matches with each value.
    pub facets: Facets,
    /// The products that are ranked first, when there are too many to rank together.
    pub window: Option<Window>,
}

/// For each facet, the number of products with each of its values. All other members of the filter apply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Facets {
    /// The number of products per category; categories without products are left out.
    categories: Vec<CategoryCount>,
    /// The numbers of products with and without an approved organic certificate.
    organic: TruthCounts,
    /// The numbers of products in stock and sold out.
    in_stock: TruthCounts,
    /// The numbers of products by way of delivery. Many products have both.
    fulfillment: FulfillmentCounts,
    /// The lowest and the highest price; null without products.
    #[schema(required)]
    price: Option<PriceRange>,
}

/// The number of products of a category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
struct CategoryCount {
    /// The category's slug.
    category: String,
    /// The number of products.
    count: i64,
}

/// The numbers of products with and without a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
struct TruthCounts {
    /// The number of products with the property.
    #[serde(rename = "true")]
    yes: i64,
    /// The number of products without the property.
    #[serde(rename = "false")]
    no: i64,
}

/// The number of products by way of delivery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
struct FulfillmentCounts {
    /// The number of products that can be collected.
    pickup: i64,
    /// The number of products that are delivered.
    delivery: i64,
}

/// A range of prices, in US dollars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
struct PriceRange {
    /// The lowest price.
    min: Dollars,
    /// The highest price.
    max: Dollars,
}

/// A cache key, equal for filters that match the same products. It is hashed, because the merchants of a city would
/// make it long.
pub(super) fn key(filter: &Filter) -> String {
    let mut hash = Sha256::new();
    for near in filter.merchants.iter().flat_map(|merchants| merchants.iter()) {
        hash.update(near.merchant_id);
    }
    let merchants = filter.merchants.as_ref().map(|_| hash.finalize());
    format!("{:?} {merchants:?}", Filter { merchants: None, ..filter.clone() })
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
    /// The number of products in each tier of popularity.
    popular: Vec<i64>,
}

/// Counts the matching public products.
///
/// # Errors
/// When the database fails.
pub(super) async fn count(pool: &Pool, filter: &Filter) -> Result<Counts, sqlx::Error> {
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
    query.push(", ARRAY[");
    if matches!(filter.terms, Some(Terms::Query(_))) {
        for (place, least) in TIERS.into_iter().enumerate() {
            query.push(if place == 0 { "" } else { ", " });
            query.push("count(*) FILTER (WHERE p.popularity >= ").push(least);
            for facet in Facet::ALL {
                filter.push_facet(&mut query, facet);
            }
            query.push(")");
        }
    }
    query.push("]::bigint[] AS popular FROM read.catalog_products p WHERE p.visible");
    filter.push_scope(&mut query);
    query.push(" GROUP BY p.category ORDER BY p.category");
    let rows: Vec<Row> = query.build_query_as().fetch_all(pool).await?;
    let tier = |place| rows.iter().filter_map(|row| row.popular.get(place)).sum();
    let popular: Vec<i64> = (0..TIERS.len()).map(tier).collect();
    let (total, facets) = sum(rows);
    Ok(Counts { total, facets, window: Window::of(pool, filter, total, &popular).await? })
}

fn sum(rows: Vec<Row>) -> (u64, Facets) {
    let all = |count: fn(&Row) -> i64| rows.iter().map(count).sum();
    let least = rows.iter().filter_map(|row| row.least).min();
    let most = rows.iter().filter_map(|row| row.most).max();
    let total: i64 = all(|row| row.fit);
    let mut facets = Facets {
        categories: Vec::new(),
        organic: TruthCounts { yes: all(|row| row.organic), no: all(|row| row.not_organic) },
        in_stock: TruthCounts { yes: all(|row| row.in_stock), no: all(|row| row.not_in_stock) },
        fulfillment: FulfillmentCounts { pickup: all(|row| row.pickup), delivery: all(|row| row.delivery) },
        price: least
            .zip(most)
            .map(|(min, max)| PriceRange { min: Dollars(Cents(min)), max: Dollars(Cents(max)) }),
    };
    let in_categories =
        rows.into_iter().map(|row| CategoryCount { category: row.category, count: row.in_category });
    facets.categories = in_categories.filter(|category| category.count > 0).collect();
    (total.unsigned_abs(), facets)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use shared_events::{
        events::{ProductEvent, StockEvent},
        shop::{Fulfillment, FulfillmentMethod},
    };

    use crate::testing::{Goods, Market, pluck};

    /// A market with a tomato, a sold-out cheese that is only delivered, and a cheap tomato sauce.
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
    async fn every_facet_value_has_the_count_it_would_leave() {
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
        // The category counts ignore the chosen category, because they show the alternatives.
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
    async fn stock_and_fulfilment_can_be_filtered() {
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
        // A change of the catalog invalidates the counts.
        let page = market.get("/products?inStock=false").await.ok();
        let cheese = page["products"][0]["id"].as_str().expect("an id").parse().expect("an id");
        let counted = StockEvent::StockCounted { product_id: cheese, quantity: 3 };
        market.append(cheese.uuid(), shared_events::Actor::system("test"), counted).await;
        assert_eq!(facets(&market, "").await["inStock"], json!({ "true": 3, "false": 0 }));
    }
}
