//! `GET /orders/customer/search`: a page of the caller's purchases that match, and how many there are in each state.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    caller::Caller,
    extract::{Json, Query},
};
use shared_events::money::Dollars;
use utoipa::{IntoParams, ToSchema};

use super::search_sales::id;
use crate::{
    App,
    http::{
        lenient::NumberOrText,
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::{Order, OrderPagination, Page},
    queries::{
        failed,
        orders::{self, PurchaseCounts, PurchaseSearch, PurchaseState},
    },
};

/// All parameters are optional. An id that does not exist matches nothing; an unknown state is ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PurchaseQuery {
    /// `open`, `delivered` or `ended`: purchases with an order in this state.
    state: Option<String>,
    /// A part of the number, of the stall's name or of a product's name.
    search: Option<String>,
    /// The id of a product of the order.
    product: Option<String>,
    /// The id of the merchant.
    merchant: Option<String>,
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size in purchases: 0 to 100, 20 by default. With 0, only the counts are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

/// A page of a customer's purchases.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundPurchases {
    /// All orders of the page's purchases, the newest purchase first; orders of one purchase are adjacent.
    orders: Vec<Order>,
    /// The number of matching purchases, whatever `state` was requested.
    counts: PurchaseCounts,
    /// What the caller paid for all orders that were neither cancelled nor returned, whatever was searched for.
    spent: Dollars,
    /// The page's place in the list. It counts purchases: `totalOrders` is their number, however many orders they have.
    pagination: OrderPagination,
}

/// Search the caller's purchases
#[utoipa::path(
    get,
    path = "/orders/customer/search",
    tag = "orders",
    params(PurchaseQuery),
    responses((status = 200, body = FoundPurchases)),
    security(("bearer" = [])),
)]
pub(crate) async fn search_purchases(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<PurchaseQuery>,
) -> Result<Json<FoundPurchases>, Problem> {
    let search = PurchaseSearch {
        text: given(&query.search).map(str::to_owned),
        product: given(&query.product).map(id),
        merchant: given(&query.merchant).map(id),
    };
    let state = given(&query.state).and_then(PurchaseState::named);
    let counts = orders::count_purchases(&app.pool, caller.account, &search).await.map_err(failed)?;
    let total = counts.of(state);
    let page = Page::read(query.page.as_deref(), query.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
        .within(total);
    let orders =
        orders::purchases_page(&app.pool, caller.account, &search, state, page).await.map_err(failed)?;
    let spent = orders::spent(&app.pool, caller.account).await.map_err(failed)?;
    let pagination = OrderPagination::new(page, total);
    Ok(Json(FoundPurchases { orders, counts, spent, pagination }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::events::OrderEvent;

    use crate::testing::{Market, pluck};

    const PATH: &str = "/orders/customer/search";

    #[tokio::test]
    async fn a_purchase_counts_once_and_in_each_state_of_its_orders() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05404").await;
        let both = market.checkout(&ada, &[&green, &river]).await;
        let single = market.checkout(&ada, &[&green]).await[0];
        let found = market.get_as(&ada, PATH).await.ok();
        assert_eq!(pluck(&found["orders"], "id"), [single, both[0], both[1]].map(|id| id.to_string()));
        assert_eq!(found["counts"], json!({ "all": 2, "open": 2, "delivered": 0, "ended": 0 }));
        assert_eq!(found["pagination"]["totalOrders"], 2);
        assert_eq!(found["spent"], json!(14.58));
        let cancelled = OrderEvent::OrderCancelled { order_id: both[1], reason: None };
        market.order_event(&ada, both[1], cancelled).await;
        let ended = market.get_as(&ada, &format!("{PATH}?state=ended")).await.ok();
        assert_eq!(pluck(&ended["orders"], "id"), [both[0], both[1]].map(|id| id.to_string()));
        assert_eq!(ended["counts"], json!({ "all": 2, "open": 2, "delivered": 0, "ended": 1 }));
        assert_eq!((&ended["pagination"]["totalOrders"], &ended["spent"]), (&json!(1), &json!(9.72)));
        let second = market.get_as(&ada, &format!("{PATH}?limit=1&page=2")).await.ok();
        assert_eq!(pluck(&second["orders"], "id").len(), 2, "a page has whole purchases");
        let only_counts = market.get_as(&ada, &format!("{PATH}?limit=0&state=what")).await.ok();
        assert_eq!((&only_counts["orders"], &only_counts["counts"]), (&json!([]), &ended["counts"]));
    }

    #[tokio::test]
    async fn a_customer_finds_purchases_by_number_stall_and_product() {
        let mut market = Market::open().await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05404").await;
        let first = market.checkout(&ada, &[&green]).await[0];
        let second = market.checkout(&ada, &[&river]).await[0];
        let order = market.get_as(&ada, &format!("/orders/{first}")).await.ok();
        let number = order["parentNumber"].as_str().unwrap();
        let product = order["items"][0]["product"]["id"].as_str().unwrap();
        let merchant = river.id;
        for (query, expected) in [
            (format!("search={number}"), vec![first]),
            ("search=rIVER".to_owned(), vec![second]),
            (format!("merchant={merchant}"), vec![second]),
            (format!("product={product}&search={number}"), vec![first]),
            ("search=%25".to_owned(), vec![]),
            ("merchant=x".to_owned(), vec![]),
        ] {
            let found = market.get_as(&ada, &format!("{PATH}?{query}")).await.ok();
            let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
            assert_eq!(pluck(&found["orders"], "id"), expected, "{query}");
            assert_eq!(found["counts"]["all"], expected.len(), "{query}");
        }
        assert_eq!(market.get_as(&bob, PATH).await.ok()["orders"], json!([]));
        assert_eq!(market.get(PATH).await.refusal().0, 401);
    }
}
