//! `GET /orders/customer`: the caller's purchases.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::Caller,
    extract::{Json, Query},
};

use crate::{
    App,
    http::page_query::PageQuery,
    model::Order,
    queries::{failed, orders},
};

/// List the caller's orders, newest first
#[utoipa::path(
    get,
    path = "/orders/customer",
    tag = "orders",
    params(PageQuery),
    responses((status = 200, body = Vec<Order>)),
    security(("bearer" = [])),
)]
pub(crate) async fn customer_orders(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<Vec<Order>>, Problem> {
    orders::of_customer(&app.pool, caller.account, query.page()).await.map(Json).map_err(failed)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::{Market, pluck};

    #[tokio::test]
    async fn orders_of_a_checkout_are_adjacent_newest_checkout_first() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let bob = market.customer("Bob").await;
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05404").await;
        market.checkout(&ada, &[&green]).await;
        market.checkout(&bob, &[&green]).await;
        market.checkout(&ada, &[&river, &green]).await;
        let orders = market.get_as(&ada, "/orders/customer").await.ok();
        let numbers = pluck(&orders, "orderNumber");
        assert_eq!(numbers.len(), 3);
        assert_eq!(orders[0]["parentNumber"], orders[1]["parentNumber"]);
        assert!(numbers[0].ends_with("-1") && numbers[1].ends_with("-2"), "{numbers:?}");
        let order = &orders[1];
        assert_eq!(order["status"], "pending");
        assert_eq!(order["customer"]["name"], "Ada");
        assert_eq!(order["merchant"]["businessInfo"]["businessName"], "Owner of Green Farm");
        assert_eq!(order["items"][0]["product"]["inventory"]["unit"], "pound");
        assert_eq!(order["items"][0]["subtotal"], 4.5);
        assert_eq!(
            order["billing"],
            json!({ "subtotal": 4.5, "deliveryFee": 0.0, "tax": 0.36, "total": 4.86 })
        );
        assert_eq!(
            order["parent"],
            json!({ "orderNumber": order["parentNumber"], "total": 9.72, "refunded": 0.0 })
        );
        assert_eq!(order["deliveryInstructions"], "Ring twice");
        assert_eq!(order["timeline"][0]["status"], "pending");
        assert_eq!(order["refund"], json!(null));
    }

    #[tokio::test]
    async fn an_order_shows_the_checkouts_fee_that_it_shares() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05404").await;
        market.checkout_with_fees(&ada, &[(&green, 5_00)]).await;
        market.checkout_with_fees(&ada, &[(&green, 0), (&river, 0)]).await;
        market.checkout_with_fees(&ada, &[(&green, 2_50), (&river, 2_50)]).await;
        let orders = market.get_as(&ada, "/orders/customer").await.ok();
        let fees = |order: &Value| (order["deliveryFee"].as_f64(), order["sharedDeliveryFee"].as_f64());
        let shown: Vec<_> = orders.as_array().unwrap().iter().map(fees).collect();
        let (share, free, alone) = ((Some(2.5), Some(5.0)), (Some(0.0), None), (Some(5.0), None));
        assert_eq!(shown, [share, share, free, free, alone]);
        let sold = market.get_as(&river, "/orders/merchant").await.ok();
        assert_eq!((&sold[0]["deliveryFee"], &sold[0]["sharedDeliveryFee"]), (&json!(2.5), &json!(5.0)));
    }

    #[tokio::test]
    async fn without_purchases_the_list_is_empty_and_without_a_token_refused() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        assert_eq!(market.get_as(&ada, "/orders/customer?page=99999999999999&limit=x").await.ok(), json!([]));
        assert_eq!(market.get("/orders/customer").await.refusal().0, 401);
    }
}
