//! `GET /orders/merchant/search`: a page of the caller's sales that match, and how many there are in each status.

use std::collections::BTreeMap;

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    caller::Merchant,
    extract::{Json, Query},
    problem::ProblemBody,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    App,
    http::{
        lenient::NumberOrText,
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::{Order, OrderPagination, Page},
    queries::{
        catalog, failed,
        orders::{self, SalesSearch},
    },
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW, orders::VIEW];

/// All parameters are optional. An id or a status that does not exist matches nothing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct SalesQuery {
    /// A status: `pending`, `confirmed`, …
    status: Option<String>,
    /// A part of the number, of the customer's name or of a product's name.
    search: Option<String>,
    /// The first day on which the order was placed, in the merchant's time zone.
    #[param(example = "2026-11-01")]
    from: Option<NaiveDate>,
    /// The last such day.
    #[param(example = "2026-11-30")]
    to: Option<NaiveDate>,
    /// The id of a product of the order.
    product: Option<String>,
    /// The id of the customer.
    customer: Option<String>,
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 0 to 100, 20 by default. With 0, only the counts are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

/// A page of a merchant's sales.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundSales {
    /// Open orders first, then the newest.
    orders: Vec<Order>,
    /// The number of matching orders in each status, whatever `status` was requested; statuses without orders are left
    /// out.
    counts: BTreeMap<&'static str, u64>,
    /// The page's place in the list.
    pagination: OrderPagination,
}

/// Search the orders placed with the calling merchant
#[utoipa::path(
    get,
    path = "/orders/merchant/search",
    tag = "orders",
    params(SalesQuery),
    responses(
        (status = 200, body = FoundSales),
        (status = 400, body = ProblemBody, description = "A day is invalid"),
    ),
    security(("bearer" = []), ("apiKey" = ["orders:read"])),
)]
pub(crate) async fn search_sales(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<SalesQuery>,
) -> Result<Json<FoundSales>, Problem> {
    let merchant = merchant.account;
    let placed = match (query.from, query.to) {
        (None, None) => (None, None),
        (from, to) => {
            let calendar = catalog::calendar(&app.pool, merchant).await.map_err(failed)?;
            (from.map(|day| calendar.start_of(day)), to.map(|day| calendar.end_of(day)))
        }
    };
    let search = SalesSearch {
        text: given(&query.search).map(str::to_owned),
        placed,
        product: given(&query.product).map(id),
        customer: given(&query.customer).map(id),
    };
    let counts = orders::count_sales(&app.pool, merchant, &search).await.map_err(failed)?;
    let status = given(&query.status);
    let total = match status {
        Some(status) => counts.get(status).copied().unwrap_or_default(),
        None => counts.values().sum(),
    };
    let page = Page::read(query.page.as_deref(), query.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
        .within(total);
    let orders = orders::sales_page(&app.pool, merchant, &search, status, page).await.map_err(failed)?;
    Ok(Json(FoundSales { orders, counts, pagination: OrderPagination::new(page, total) }))
}

/// The id, or one that nothing has.
pub(super) fn id(text: &str) -> Uuid {
    text.parse().unwrap_or(Uuid::nil())
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::events::OrderEvent;

    use crate::testing::{Market, Person, pluck};

    async fn ids(market: &Market, farm: &Person, query: &str) -> Vec<String> {
        let found = market.get_as(farm, &format!("/orders/merchant/search?{query}")).await.ok();
        pluck(&found["orders"], "id").into_iter().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn open_orders_come_before_newer_ones_that_have_ended() {
        let mut market = Market::open().await;
        let (ada, farm) = (market.customer("Ada").await, market.merchant("Green Farm", "05401").await);
        let open = market.checkout(&ada, &[&farm]).await[0];
        let ended = market.checkout(&ada, &[&farm]).await[0];
        let newest = market.checkout(&ada, &[&farm]).await[0];
        let cancelled = OrderEvent::OrderCancelled { order_id: ended, reason: None };
        market.order_event(&ada, ended, cancelled).await;
        let found = market.get_as(&farm, "/orders/merchant/search").await.ok();
        assert_eq!(pluck(&found["orders"], "id"), [newest, open, ended].map(|id| id.to_string()));
        assert_eq!(found["counts"], json!({ "pending": 2, "cancelled": 1 }));
        assert_eq!(
            found["pagination"],
            json!({ "currentPage": 1, "totalPages": 1, "totalOrders": 3, "hasMore": false })
        );
        let last = market.get_as(&farm, "/orders/merchant/search?limit=1&page=3").await.ok();
        assert_eq!(pluck(&last["orders"], "id"), [ended.to_string()]);
        assert_eq!(last["pagination"]["totalPages"], 3);
        assert_eq!(last["counts"], found["counts"], "the counts are of all pages");
        let pending = market.get_as(&farm, "/orders/merchant/search?status=pending&limit=1").await.ok();
        assert_eq!(pluck(&pending["orders"], "id"), [newest.to_string()]);
        assert_eq!(
            (&pending["pagination"]["totalOrders"], &pending["counts"]),
            (&json!(2), &found["counts"])
        );
        assert_eq!(ids(&market, &farm, "status=what").await, [""; 0]);
    }

    #[tokio::test]
    async fn a_merchant_finds_orders_by_number_customer_product_and_day() {
        let mut market = Market::open().await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let farm = market.merchant("Green Farm", "05401").await;
        let of_ada = market.checkout(&ada, &[&farm]).await[0];
        let of_bob = market.checkout(&bob, &[&farm]).await[0];
        let order = market.get_as(&farm, &format!("/orders/{of_ada}")).await.ok();
        let number = order["orderNumber"].as_str().unwrap().to_lowercase();
        let name = order["items"][0]["name"].as_str().unwrap().to_uppercase().replace(' ', "%20");
        let product = order["items"][0]["product"]["id"].as_str().unwrap();
        assert_eq!(ids(&market, &farm, &format!("search={number}")).await, [of_ada.to_string()]);
        assert_eq!(ids(&market, &farm, "search=bOB").await, [of_bob.to_string()]);
        assert_eq!(ids(&market, &farm, &format!("customer={}", bob.id)).await, [of_bob.to_string()]);
        assert!(ids(&market, &farm, &format!("search={name}")).await.contains(&of_ada.to_string()));
        assert!(ids(&market, &farm, &format!("product={product}")).await.contains(&of_ada.to_string()));
        for none in ["search=%25", "search=_", "customer=x", "product=x", "to=1999-01-01", "from=2999-01-01"]
        {
            assert_eq!(ids(&market, &farm, none).await, [""; 0], "{none}");
        }
        let day = &order["createdAt"].as_str().unwrap()[..10];
        assert_eq!(ids(&market, &farm, &format!("from=1999-01-01&to={day}")).await.len(), 2);
    }

    #[tokio::test]
    async fn a_merchant_finds_only_its_own_orders() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05404").await;
        let orders = market.checkout(&ada, &[&green, &river]).await;
        assert_eq!(ids(&market, &river, "").await, [orders[1].to_string()]);
        assert_eq!(ids(&market, &river, &format!("customer={}", ada.id)).await, [orders[1].to_string()]);
        let path = "/orders/merchant/search";
        assert_eq!(market.get(path).await.refusal().0, 401);
        assert_eq!(market.get_as(&ada, path).await.refusal().0, 403);
        assert_eq!(market.get_as(&green, &format!("{path}?from=yesterday")).await.refusal().0, 400);
    }
}
