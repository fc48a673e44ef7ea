//! `GET /admin/orders`: all orders, for admins.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    caller::Admin,
    extract::{Json, Query},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    App,
    http::{
        lenient::NumberOrText,
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::{DisputeStatus, Order, OrderPagination, Page},
    queries::{
        failed,
        orders::{self, Disputed, OrderFilter},
    },
};

pub(super) const VIEWS: &[&str] = &[orders::VIEW];

/// All parameters are optional. Invalid values are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct AdminOrderQuery {
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 0 to 100, 20 by default. With 0, only the totals are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
    /// A prefix of the number of an order or of a purchase.
    search: Option<String>,
    /// The state of a dispute of the payment: `open`, `won`, `lost`, `withdrawn`, or `any` of these.
    dispute: Option<String>,
    /// The id of a merchant.
    merchant: Option<String>,
    /// `true`: only orders that are neither delivered nor cancelled.
    open: Option<String>,
}

impl AdminOrderQuery {
    fn page(&self) -> Page {
        Page::read(self.page.as_deref(), self.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
    }

    fn filter(&self) -> OrderFilter {
        let disputed = given(&self.dispute).and_then(|dispute| match dispute {
            "any" => Some(Disputed::Any),
            "open" => Some(Disputed::As(DisputeStatus::Open)),
            "won" => Some(Disputed::As(DisputeStatus::Won)),
            "lost" => Some(Disputed::As(DisputeStatus::Lost)),
            "withdrawn" => Some(Disputed::As(DisputeStatus::Withdrawn)),
            _ => None,
        });
        OrderFilter {
            number: given(&self.search).map(str::to_owned),
            disputed,
            merchant: given(&self.merchant).and_then(|merchant| merchant.parse().ok()),
            open: given(&self.open) == Some("true"),
        }
    }
}

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AdminOrderPage {
    /// Newest first.
    orders: Vec<Order>,
    /// The page's place in the list.
    pagination: OrderPagination,
}

/// All orders
#[utoipa::path(
    get,
    operation_id = "list_all_orders",
    path = "/admin/orders",
    tag = "admin",
    params(AdminOrderQuery),
    responses(
        (status = 200, body = AdminOrderPage),
    ),
    security(("bearer" = []), ("apiKey" = ["orders:read"])),
)]
pub(crate) async fn list_orders(
    State(app): State<App>,
    Admin(_admin): Admin,
    Query(query): Query<AdminOrderQuery>,
) -> Result<Json<AdminOrderPage>, Problem> {
    let (page, filter) = (query.page(), query.filter());
    let total = orders::count(&app.pool, &filter).await.map_err(failed)?;
    let orders = orders::listed(&app.pool, &filter, page).await.map_err(failed)?;
    Ok(Json(AdminOrderPage { orders, pagination: OrderPagination::new(page, total) }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::events::OrderEvent;

    use crate::testing::{Market, Person, pluck};

    async fn numbers(market: &Market, root: &Person, query: &str) -> Vec<String> {
        let found = market.get_as(root, &format!("/admin/orders?{query}")).await.ok();
        pluck(&found["orders"], "orderNumber").into_iter().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn an_admin_finds_a_merchants_open_orders() {
        let mut market = Market::open().await;
        let (root, ada) = (market.admin().await, market.customer("Ada").await);
        let (green, river) =
            (market.merchant("Green Farm", "05401").await, market.merchant("River Farm", "05404").await);
        let [first, _] = market.checkout(&ada, &[&green, &river]).await[..] else { panic!() };
        let [second] = market.checkout(&ada, &[&green]).await[..] else { panic!() };
        let open = format!("merchant={}&open=true", green.id);
        let of = async |market: &Market, query: &str| numbers(market, &root, query).await.len();
        assert_eq!([of(&market, &open).await, of(&market, "open=true").await], [2, 3]);
        let cancelled = OrderEvent::OrderCancelled { order_id: first, reason: None };
        market.order_event(&ada, first, cancelled).await;
        assert_eq!(of(&market, &open).await, 1);
        market.order_event(&ada, second, OrderEvent::OrderDelivered { order_id: second, note: None }).await;
        assert_eq!(of(&market, &open).await, 0);
        assert_eq!(of(&market, &format!("merchant={}", green.id)).await, 2);
    }

    #[tokio::test]
    async fn an_admin_finds_orders_by_a_prefix_of_their_number() {
        let mut market = Market::open().await;
        let (root, ada) = (market.admin().await, market.customer("Ada").await);
        let farm = market.merchant("Green Farm", "05401").await;
        let bakery = market.merchant("Corner Bakery", "05401").await;
        market.checkout(&ada, &[&farm, &bakery]).await;
        market.checkout(&ada, &[&farm]).await;
        let found = market.get_as(&root, "/admin/orders").await.ok();
        let all: Vec<String> =
            pluck(&found["orders"], "orderNumber").into_iter().map(str::to_owned).collect();
        assert_eq!(all.len(), 3);
        assert_eq!(
            found["pagination"],
            json!({ "currentPage": 1, "totalPages": 1, "totalOrders": 3, "hasMore": false })
        );
        assert_eq!(numbers(&market, &root, &format!("search={}", all[0])).await, [all[0].clone()]);
        assert_eq!(
            numbers(&market, &root, &format!("search=%20{}%20", all[0].to_lowercase())).await,
            [all[0].clone()]
        );
        let parent = found["orders"][1]["parentNumber"].as_str().unwrap();
        assert_eq!(numbers(&market, &root, &format!("search={parent}")).await.len(), 2, "both of a purchase");
        for none in ["%25", "GS_", "nothing"] {
            assert_eq!(numbers(&market, &root, &format!("search={none}")).await, [""; 0], "{none}");
        }
        assert_eq!(numbers(&market, &root, "limit=1&page=2").await, [all[1].clone()]);
    }

    #[tokio::test]
    async fn disputed_payments_are_listed_with_the_amount_in_dispute() {
        let mut market = Market::open().await;
        let (root, ada) = (market.admin().await, market.customer("Ada").await);
        let farm = market.merchant("Green Farm", "05401").await;
        let disputed = market.checkout(&ada, &[&farm]).await[0];
        market.checkout(&ada, &[&farm]).await;
        assert!(numbers(&market, &root, "dispute=any").await.is_empty());
        market.dispute(disputed).await;
        let found = market.get_as(&root, "/admin/orders?dispute=open").await.ok();
        assert_eq!(pluck(&found["orders"], "_id"), [disputed.to_string()]);
        assert_eq!(found["orders"][0]["dispute"]["status"], "open");
        assert_eq!(found["orders"][0]["dispute"]["reason"], "fraudulent");
        assert_eq!(numbers(&market, &root, "dispute=any").await.len(), 1);
        assert!(numbers(&market, &root, "dispute=lost").await.is_empty());
        assert_eq!(
            numbers(&market, &root, "dispute=what").await.len(),
            2,
            "what cannot be understood is ignored"
        );
    }
}
