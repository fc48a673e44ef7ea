//! `GET /products`: the catalog, searched, filtered, sorted and paged.

use axum::{extract::State, http::HeaderMap};
use serde::Serialize;
use service_kit::{
    Problem,
    extract::{Json, Query},
    position,
};
use shared_events::Position;
use utoipa::ToSchema;

use super::{
    location::{LocationInfo, locate},
    product_query::{ProductQuery, Whereabouts},
    sort_and_cursor::cursor_text,
};
use crate::{
    App,
    model::{Product, ProductPagination},
    queries::{
        catalog::{self, Facets, Point, Search, ShownProduct},
        failed,
    },
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW, catalog::INDEX];

/// A page of the catalog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductPage {
    /// The products, in the requested order.
    #[schema(value_type = Vec<Product>)]
    products: Vec<ShownProduct>,
    /// The page's place in the list.
    pagination: ProductPagination,
    /// The merchants near the shopper.
    location_info: LocationInfo,
    /// The counts of other values for each filter.
    facets: Facets,
    /// The corrected search, when no product contains the words of `search`; otherwise null.
    #[schema(required)]
    corrected_search: Option<String>,
}

/// Search the catalog
#[utoipa::path(
    get,
    path = "/products",
    tag = "products",
    params(ProductQuery),
    responses((status = 200, body = ProductPage)),
)]
pub(crate) async fn list_products(
    State(app): State<App>,
    headers: HeaderMap,
    Query(query): Query<ProductQuery>,
) -> Result<Json<ProductPage>, Problem> {
    answer(&app, query, position::seen_by(&headers)).await.map(Json)
}

/// Answers a client that has seen the catalog up to the position `least`.
async fn answer(app: &App, query: ProductQuery, least: Option<Position>) -> Result<ProductPage, Problem> {
    let whereabouts = query.whereabouts();
    let mut filter = query.filter();
    let location_info = locate(app, &query, whereabouts, least, &mut filter).await.map_err(failed)?;
    let (page, behind) = (query.page(), query.cursor());
    let is_behind_cursor = behind.is_some();
    let (sorts, place) = (query.sorts(), place_of(whereabouts));
    let text = query.search.unwrap_or_default();
    let found = app.catalog.search(Search { text, filter, sorts, page, behind, place }).await?;
    let mut pagination = ProductPagination::new(page, found.total);
    if let Some(next) = found.next {
        pagination = pagination.going_on_at(cursor_text(&next));
    }
    if is_behind_cursor {
        pagination = pagination.behind_cursor();
    }
    Ok(ProductPage {
        products: found.products,
        pagination,
        location_info,
        facets: found.facets,
        corrected_search: found.corrected,
    })
}

const fn place_of(whereabouts: Whereabouts) -> Option<Point> {
    match whereabouts {
        Whereabouts::At(place) => Some(place),
        Whereabouts::Unset | Whereabouts::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, test_runner::TestRunner};
    use serde_json::json;

    use crate::testing::{Goods, Market, pluck};

    /// A Vermont farm with a tomato and cheese, and a California farm with a lemon.
    async fn two_farms() -> Market {
        let mut market = Market::open().await;
        let vermont = market.merchant("Green Farm", "05401").await;
        let california = market.merchant("Sunny Farm", "90210").await;
        market.product(&vermont, Goods { price: 4_50, ..Goods::named("Heirloom Tomato") }).await;
        let cheese =
            Goods { category: "dairy", price: 12_00, tags: &["aged"], ..Goods::named("Cheddar Cheese") };
        market.product(&vermont, Goods { description: "Goes well with a tomato", ..cheese }).await;
        market.product(&california, Goods { price: 75, tags: &[], ..Goods::named("Lemon") }).await;
        market
    }

    async fn names(market: &Market, query: &str) -> Vec<String> {
        let page = market.get(&format!("/products?{query}")).await.ok();
        pluck(&page["products"], "name").into_iter().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn the_newest_products_come_first_with_all_that_a_card_shows() {
        let market = two_farms().await;
        let page = market.get("/products").await.ok();
        assert_eq!(pluck(&page["products"], "name"), ["Lemon", "Cheddar Cheese", "Heirloom Tomato"]);
        assert_eq!(
            page["pagination"],
            json!({ "currentPage": 1, "totalPages": 1, "totalProducts": 3, "hasMore": false, "nextCursor": null })
        );
        assert_eq!(
            page["locationInfo"],
            json!({ "nearbyMerchants": [], "message": null, "fallbackResults": false })
        );
        let tomato = &page["products"][2];
        assert_eq!(tomato["price"], 4.5);
        assert_eq!(tomato["inventory"], json!({ "quantity": 10, "unit": "pound", "lowStockThreshold": 5 }));
        assert_eq!(tomato["merchant"]["businessInfo"]["businessName"], "Green Farm");
        assert_eq!(
            tomato["merchant"]["address"],
            json!({ "city": "Burlington", "state": "VT", "zipCode": "05401", "distance": null })
        );
        assert_eq!(tomato["merchant"]["productCount"], 2);
        assert!(tomato.get("approvalHistory").is_none(), "the public does not see the history");
        assert!(!page.to_string().contains("example.org"), "nor anybody's address");
    }

    #[tokio::test]
    async fn words_match_by_stem_and_prefix_best_match_first() {
        let market = two_farms().await;
        for (search, expected) in [
            ("tomatoes", vec!["Heirloom Tomato", "Cheddar Cheese"]),
            ("heir", vec!["Heirloom Tomato"]),
            ("TOMATO+heirloom", vec!["Heirloom Tomato"]),
            ("the+cheese", vec!["Cheddar Cheese"]),
            ("aged", vec!["Cheddar Cheese"]),
            ("dairy", vec!["Cheddar Cheese"]),
            ("parsnip", vec![]),
            ("%21%21%21", vec![]),
            ("+", vec!["Lemon", "Cheddar Cheese", "Heirloom Tomato"]),
        ] {
            assert_eq!(names(&market, &format!("search={search}")).await, expected, "{search}");
        }
    }

    #[tokio::test]
    async fn every_filter_and_sort_is_applied() {
        let market = two_farms().await;
        for (query, expected) in [
            ("category=dairy", vec!["Cheddar Cheese"]),
            ("category=toys", vec![]),
            ("minPrice=4.5", vec!["Cheddar Cheese", "Heirloom Tomato"]),
            ("maxPrice=4.50&minPrice=1", vec!["Heirloom Tomato"]),
            ("maxPrice=cheap&minPrice=-2", vec!["Lemon", "Cheddar Cheese", "Heirloom Tomato"]),
            ("sort=price", vec!["Lemon", "Heirloom Tomato", "Cheddar Cheese"]),
            ("sort=-price", vec!["Cheddar Cheese", "Heirloom Tomato", "Lemon"]),
            ("sort=name", vec!["Cheddar Cheese", "Heirloom Tomato", "Lemon"]),
            ("sort=createdAt", vec!["Heirloom Tomato", "Cheddar Cheese", "Lemon"]),
            ("sort=-views,-rating.average,-createdAt", vec!["Lemon", "Cheddar Cheese", "Heirloom Tomato"]),
            ("isOrganic=true", vec![]),
            ("isOrganic=false&sort=name&limit=1", vec!["Cheddar Cheese"]),
            ("featured=true", vec![]),
            ("merchant=nobody", vec![]),
        ] {
            assert_eq!(names(&market, query).await, expected, "{query}");
        }
    }

    #[tokio::test]
    async fn pages_do_not_overlap_and_a_limit_of_zero_has_the_totals() {
        let market = two_farms().await;
        let first = market.get("/products?limit=2").await.ok();
        assert_eq!(pluck(&first["products"], "name"), ["Lemon", "Cheddar Cheese"]);
        assert_eq!(first["pagination"]["hasMore"], true);
        assert_eq!(names(&market, "limit=2&page=2").await, ["Heirloom Tomato"]);
        assert_eq!(names(&market, "limit=2&page=3").await, [""; 0]);
        let totals = market.get("/products?limit=0").await.ok();
        assert_eq!(totals["products"], json!([]));
        assert_eq!(totals["pagination"]["totalProducts"], 3);
    }

    #[tokio::test]
    async fn a_page_beyond_all_pages_is_empty_and_has_the_totals() {
        let market = two_farms().await;
        for page in ["4", "1001", "4294967295", "18446744073709551615"] {
            let page = market.get(&format!("/products?limit=100&page={page}")).await.ok();
            assert_eq!(page["products"], json!([]));
            assert_eq!(page["pagination"]["totalProducts"], 3);
            assert_eq!(page["pagination"]["hasMore"], false);
        }
    }

    #[tokio::test]
    async fn near_a_place_the_nearest_come_first_and_distant_ones_are_left_out() {
        let mut market = two_farms().await;
        let winooski = market.merchant("River Farm", "05404").await;
        market.product(&winooski, Goods::named("Radish")).await;
        let page = market.get("/products?zip=05401&radius=10").await.ok();
        let products = &page["products"];
        let mut first_mile = pluck(products, "name")[..2].to_vec();
        first_mile.sort_unstable();
        assert_eq!(
            (first_mile, &products[2]["name"]),
            (vec!["Cheddar Cheese", "Heirloom Tomato"], &json!("Radish"))
        );
        assert_eq!(products[0]["distance"], 0.0);
        let miles = products[2]["distance"].as_f64().expect("a distance");
        assert!(miles > 0.0 && miles < 5.0, "{miles}");
        assert_eq!(products[2]["merchant"]["address"]["distance"], miles);
        let nearby = &page["locationInfo"]["nearbyMerchants"];
        let businesses: Vec<_> =
            nearby.as_array().expect("a list").iter().map(|near| &near["businessInfo"]).collect();
        assert_eq!(businesses.len(), 2);
        assert_eq!(businesses[0]["businessName"], "Green Farm");
        assert_eq!(page["locationInfo"]["fallbackResults"], false);
        let by_coordinates =
            names(&market, "latitude=44.484&longitude=-73.2199&distance=1&sort=-price").await;
        assert_eq!(by_coordinates, ["Cheddar Cheese", "Heirloom Tomato"]);
    }

    #[tokio::test]
    async fn without_merchants_in_range_the_nearest_are_shown() {
        let market = two_farms().await;
        let page = market.get("/products?zip=80202&radius=50").await.ok();
        assert_eq!(page["locationInfo"]["fallbackResults"], true);
        assert_eq!(page["locationInfo"]["message"], "No local merchants found within 50 miles");
        let names = pluck(&page["products"], "name");
        assert_eq!((names[0], names.len()), ("Lemon", 3), "within a mile, merchants' products are mixed");
        let unknown = market.get("/products?zip=00000").await.ok();
        assert_eq!(unknown["locationInfo"]["message"], "Could not find location for this zip code");
        assert_eq!(unknown["pagination"]["totalProducts"], 3);
    }

    #[tokio::test]
    async fn without_any_merchants_the_answer_has_a_message() {
        let mut market = Market::open().await;
        market.merchant("Empty Farm", "05401").await;
        let page = market.get("/products?zip=05401").await.ok();
        assert_eq!(page["products"], json!([]));
        assert_eq!(page["locationInfo"]["fallbackResults"], false);
        assert_eq!(page["locationInfo"]["message"], "No local merchants found within 25 miles");
        assert_eq!(page["locationInfo"]["nearbyMerchants"][0]["productCount"], 0);
    }

    #[tokio::test]
    async fn a_chosen_merchants_products_are_found_at_any_distance() {
        let mut market = two_farms().await;
        let farm = market.merchant("Far Farm", "96813").await;
        market.product(&farm, Goods::named("Pineapple")).await;
        market.new_product(&farm, Goods::named("Secret Pineapple")).await;
        let page = market.get(&format!("/products?merchant={}&zip=05401", farm.id)).await.ok();
        assert_eq!(pluck(&page["products"], "name"), ["Pineapple"]);
        assert!(page["products"][0]["distance"].as_f64().expect("a distance") > 4_000.0);
    }

    #[tokio::test]
    async fn featured_products_can_be_filtered() {
        let mut market = two_farms().await;
        let farm = market.merchant("Farm", "05401").await;
        let pear = market.product(&farm, Goods::named("Pear")).await;
        market.feature(pear).await;
        assert_eq!(names(&market, "featured=true").await, ["Pear"]);
    }

    #[tokio::test]
    async fn only_approved_products_of_approved_merchants_are_public() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let new = market.new_merchant("New Farm", "05401").await;
        market.new_product(&farm, Goods::named("Pending")).await;
        let rejected = market.product(&farm, Goods::named("Rejected")).await;
        market.reject_product(rejected, "Blurred").await;
        market.product(&new, Goods::named("Too early")).await;
        assert_eq!(names(&market, "").await, [""; 0]);
        market.approve_merchant(&new).await;
        assert_eq!(names(&market, "").await, ["Too early"]);
        market.reject_merchant(&new, "Closed").await;
        assert_eq!(names(&market, "zip=05401").await, [""; 0]);
    }

    #[test]
    fn any_query_string_is_answered() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let market = runtime.block_on(two_farms());
        let parameters = prop::sample::select(vec![
            "search",
            "category",
            "merchant",
            "minPrice",
            "maxPrice",
            "isOrganic",
            "inStock",
            "fulfillment",
            "featured",
            "cursor",
            "sort",
            "page",
            "limit",
            "zip",
            "zipCode",
            "latitude",
            "lat",
            "longitude",
            "lon",
            "radius",
            "distance",
            "unheardof",
        ]);
        let values = prop_oneof![
            any::<f64>().prop_map(|number| number.to_string()),
            any::<i128>().prop_map(|number| number.to_string()),
            "[\\PC\0\n':&|!()*<>\\\\-]{0,40}",
            prop::sample::select(vec![
                "",
                "true",
                "NaN",
                "-inf",
                "1e999",
                "distance,-distance",
                "05401",
                "-0",
                "\u{202e}tomato",
                "'; DROP TABLE products",
                ":*",
                "tomato:*A",
                "é́",
                "𝕿𝖔𝖒𝖆𝖙𝖔",
                "89.999",
                "180",
            ])
            .prop_map(str::to_owned),
            (1_usize..6_000).prop_map(|length| "a".repeat(length)),
        ];
        let queries = prop::collection::vec((parameters, values), 0..6);
        let result = TestRunner::new(ProptestConfig::with_cases(300)).run(&queries, |query| {
            let query: Vec<String> =
                query.iter().map(|(name, value)| format!("{name}={}", percent_encoded(value))).collect();
            let answer = runtime.block_on(market.send(&format!("/products?{}", query.join("&")), &[]));
            prop_assert!(matches!(answer.status.as_u16(), 200 | 400), "{} {}", answer.status, answer.body);
            Ok(())
        });
        if let Err(error) = result {
            panic!("{error}");
        }
    }

    fn percent_encoded(text: &str) -> String {
        text.bytes().map(|byte| format!("%{byte:02X}")).collect()
    }
}
