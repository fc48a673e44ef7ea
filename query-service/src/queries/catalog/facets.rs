//! How many products there are for each value of a filter, as answers show it.

use catalog_index::Facets as Counted;
use serde::Serialize;
use shared_events::{Cents, money::Dollars};
use utoipa::ToSchema;

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

impl From<&Counted> for Facets {
    fn from(counted: &Counted) -> Self {
        let category = |(category, count): &(String, u64)| CategoryCount {
            category: category.clone(),
            count: count.cast_signed(),
        };
        Self {
            categories: counted.categories.iter().map(category).collect(),
            organic: counted.organic.into(),
            in_stock: counted.in_stock.into(),
            fulfillment: FulfillmentCounts {
                pickup: counted.pickup.cast_signed(),
                delivery: counted.delivery.cast_signed(),
            },
            price: counted
                .price
                .map(|price| PriceRange { min: Dollars(Cents(price.min)), max: Dollars(Cents(price.max)) }),
        }
    }
}

impl From<catalog_index::TruthCounts> for TruthCounts {
    fn from(counts: catalog_index::TruthCounts) -> Self {
        Self { yes: counts.yes.cast_signed(), no: counts.no.cast_signed() }
    }
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
    async fn each_facet_value_has_the_number_of_products_that_choosing_it_would_show() {
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
    async fn stock_and_fulfillment_can_be_filtered() {
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
