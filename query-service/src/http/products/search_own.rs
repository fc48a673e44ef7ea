//! `GET /products/my-products/search`: a page of the calling merchant's products that match, and how many there are in
//! each state.

use std::collections::BTreeMap;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    caller::Merchant,
    extract::{Json, Query},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    App,
    http::{
        lenient::{NumberOrText, TruthOrText},
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::{Page, Product, ProductPagination},
    queries::{
        catalog::{self, OwnSearch, ProductStats},
        failed,
    },
};

/// All parameters are optional. Invalid values are ignored; an unknown state matches nothing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct OwnQuery {
    /// `live`, `pending`, `changes` (rejected), `review` (changed after a decision) or `inactive`.
    state: Option<String>,
    /// A part of the name, of the category or of a tag.
    search: Option<String>,
    /// `true`: only products that are low in stock or sold out, the fewest units first.
    #[param(value_type = Option<TruthOrText>, inline)]
    low: Option<String>,
    /// Only active products (`true`), or only inactive ones (`false`).
    #[param(value_type = Option<TruthOrText>, inline)]
    active: Option<String>,
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 0 to 100, 20 by default. With 0, only the counts are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

/// A page of the calling merchant's products.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundOwn {
    /// Newest first; with `low`, the fewest units first.
    products: Vec<Product>,
    /// The number of matching products in each state, whatever `state` was requested; states without products are left
    /// out.
    counts: BTreeMap<String, u64>,
    /// Figures over all of the merchant's products.
    stats: ProductStats,
    /// The page's place in the list.
    pagination: ProductPagination,
}

/// Search the calling merchant's products
#[utoipa::path(
    get,
    path = "/products/my-products/search",
    tag = "products",
    params(OwnQuery),
    responses((status = 200, body = FoundOwn)),
    security(("bearer" = []), ("apiKey" = ["products:read"])),
)]
pub(crate) async fn search_own(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<OwnQuery>,
) -> Result<Json<FoundOwn>, Problem> {
    let merchant = merchant.account;
    let search = OwnSearch {
        text: given(&query.search).map(str::to_owned),
        low: given(&query.low) == Some("true"),
        active: given(&query.active).and_then(|text| text.parse().ok()),
    };
    let state = given(&query.state);
    let counts = catalog::count_own(&app.pool, merchant, &search).await.map_err(failed)?;
    let total = match state {
        Some(state) => counts.get(state).copied().unwrap_or_default(),
        None => counts.values().sum(),
    };
    let page = Page::read(query.page.as_deref(), query.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
        .within(total);
    let products = catalog::own_page(&app.pool, merchant, &search, state, page).await.map_err(failed)?;
    let stats = catalog::product_stats(&app.pool, merchant).await.map_err(failed)?;
    Ok(Json(FoundOwn { products, counts, stats, pagination: ProductPagination::new(page, total) }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Goods, Market, Person, pluck};

    const PATH: &str = "/products/my-products/search";

    async fn names(market: &Market, farm: &Person, query: &str) -> Vec<String> {
        let found = market.get_as(farm, &format!("{PATH}?{query}")).await.ok();
        pluck(&found["products"], "name").into_iter().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn a_merchant_pages_through_products_by_state() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let other = market.merchant("Other Farm", "05401").await;
        market.product(&other, Goods::named("Pear")).await;
        market.product(&farm, Goods::default()).await;
        let kale = market.product(&farm, Goods::named("Kale")).await;
        market.reject_product(kale, "Blurred picture").await;
        market.new_product(&farm, Goods::named("Radish")).await;
        let found = market.get_as(&farm, PATH).await.ok();
        assert_eq!(pluck(&found["products"], "name"), ["Radish", "Kale", "Heirloom Tomato"]);
        assert_eq!(found["counts"], json!({ "changes": 1, "live": 1, "pending": 1 }));
        assert_eq!(found["stats"]["totalProducts"], 3);
        assert_eq!(found["products"][1]["rejectionReason"], "Blurred picture");
        let second = market.get_as(&farm, &format!("{PATH}?limit=1&page=2")).await.ok();
        assert_eq!(pluck(&second["products"], "name"), ["Kale"]);
        assert_eq!((&second["pagination"]["totalPages"], &second["counts"]), (&json!(3), &found["counts"]));
        assert_eq!(names(&market, &farm, "state=live").await, ["Heirloom Tomato"]);
        assert_eq!(names(&market, &farm, "state=what").await, [""; 0]);
        assert_eq!(market.get(PATH).await.refusal().0, 401);
        let ada = market.customer("Ada").await;
        assert_eq!(market.get_as(&ada, PATH).await.refusal().0, 403);
    }

    #[tokio::test]
    async fn a_merchant_finds_products_by_the_latest_name() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let tomato = market.product(&farm, Goods::default()).await;
        market.product(&farm, Goods::named("Kale")).await;
        market.revise_product(tomato, "Yellow Beet").await;
        assert_eq!(names(&market, &farm, "search=yELLOW").await, ["Yellow Beet"]);
        assert_eq!(names(&market, &farm, "search=heirloom").await, [""; 0]);
        assert_eq!(names(&market, &farm, "search=%25").await, [""; 0]);
        assert_eq!(names(&market, &farm, "search=yellow&state=review").await, ["Yellow Beet"]);
    }

    #[tokio::test]
    async fn sold_out_products_come_first_among_those_low_in_stock() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for (name, quantity) in [("Leek", 3), ("Kale", 0), ("Beet", 100)] {
            market.product(&farm, Goods { quantity, ..Goods::named(name) }).await;
        }
        assert_eq!(names(&market, &farm, "low=true").await, ["Kale", "Leek"]);
        assert_eq!(names(&market, &farm, "low=true&active=false").await, [""; 0]);
        assert_eq!(names(&market, &farm, "low=what&active=what").await, ["Beet", "Kale", "Leek"]);
    }
}
