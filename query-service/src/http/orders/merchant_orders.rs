//! `GET /orders/merchant`: the caller's sales.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::Merchant,
    extract::{Json, Query},
};

use crate::{
    App,
    http::page_query::PageQuery,
    model::Order,
    queries::{failed, orders},
};

/// List the orders placed with the calling merchant, newest first
#[utoipa::path(
    get,
    path = "/orders/merchant",
    tag = "orders",
    params(PageQuery),
    responses((status = 200, body = Vec<Order>)),
    security(("bearer" = []), ("apiKey" = ["orders:read"])),
)]
pub(crate) async fn merchant_orders(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<PageQuery>,
) -> Result<Json<Vec<Order>>, Problem> {
    orders::of_merchant(&app.pool, merchant.account, query.page()).await.map(Json).map_err(failed)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Market, pluck};

    #[tokio::test]
    async fn a_merchant_sees_only_its_own_part_of_a_checkout() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05404").await;
        let first = market.checkout(&ada, &[&green, &river]).await;
        let second = market.checkout(&ada, &[&green]).await;
        let orders = market.get_as(&green, "/orders/merchant").await.ok();
        assert_eq!(pluck(&orders, "id"), [second[0].to_string(), first[0].to_string()]);
        assert_eq!(orders[1]["total"], 4.86);
        assert_eq!(orders[1]["parent"], json!(null));
        assert_eq!(orders[1]["billingAddress"], json!(null));
        assert_eq!(orders[1]["shippingAddress"]["firstName"], "Ada");
        assert_eq!(orders[1]["customer"]["email"], "ada@example.org");
        assert_eq!(
            pluck(&market.get_as(&green, "/orders/merchant?limit=1&page=2").await.ok(), "id").len(),
            1
        );
    }

    #[tokio::test]
    async fn only_merchants_may_list_sales() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        assert_eq!(market.get("/orders/merchant").await.refusal().0, 401);
        assert_eq!(market.get_as(&ada, "/orders/merchant").await.refusal().0, 403);
    }
}
