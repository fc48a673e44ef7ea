//! `GET /orders/{id}`: one order, for its customer, its merchant and admins.

use axum::extract::State;
use service_kit::{
    Code, Problem,
    caller::Caller,
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::{Role, ids::OrderId};

use crate::{
    App,
    model::Order,
    queries::{
        failed,
        orders::{self, Onlooker},
    },
};

/// Show an order
#[utoipa::path(
    get,
    path = "/orders/{id}",
    tag = "orders",
    params(("id" = String, Path, description = "The order's id")),
    responses(
        (status = 200, body = Order),
        (status = 404, body = ProblemBody, description = "The order does not exist, or the caller may not see it"),
    ),
    security(("bearer" = []), ("apiKey" = ["orders:read"])),
)]
pub(crate) async fn show_order(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Order>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Order not found");
    let id: OrderId = id.parse().map_err(|_| not_found())?;
    let onlooker = match caller.role {
        Role::Admin => Onlooker::Admin,
        Role::Customer | Role::Merchant => Onlooker::Account(caller.account),
    };
    let found = orders::order(&app.pool, id, onlooker).await.map_err(failed)?;
    found.map(Json).ok_or_else(not_found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::{
        Cents, Personal,
        events::{OrderEvent, PaidBackBy, RefundCause},
    };

    use crate::testing::Market;

    #[tokio::test]
    async fn only_the_customer_the_merchant_and_admins_see_an_order() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let bob = market.customer("Bob").await;
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05404").await;
        let root = market.admin().await;
        let id = market.checkout(&ada, &[&green, &river]).await[0];
        let path = format!("/orders/{id}");
        for insider in [&ada, &green, &root] {
            assert_eq!(market.get_as(insider, &path).await.ok()["id"], id.to_string());
        }
        for stranger in [&bob, &river] {
            assert_eq!(market.get_as(stranger, &path).await.refusal(), (404, "Order not found"));
        }
        assert_eq!(market.get(&path).await.refusal().0, 401);
        assert_eq!(market.get_as(&green, &path).await.ok()["billingAddress"], json!(null));
        for id in ["x", "%00", "00000000-0000-0000-0000-000000000000"] {
            assert_eq!(
                market.get_as(&root, &format!("/orders/{id}")).await.refusal(),
                (404, "Order not found")
            );
        }
    }

    #[tokio::test]
    async fn admins_see_the_amount_in_dispute() {
        let mut market = Market::open().await;
        let (ada, root) = (market.customer("Ada").await, market.admin().await);
        let green = market.merchant("Green Farm", "05401").await;
        let order_id = market.checkout(&ada, &[&green]).await[0];
        let path = format!("/orders/{order_id}");
        assert_eq!(market.get_as(&root, &path).await.ok().get("dispute"), None);
        market.dispute(order_id).await;
        let order = market.get_as(&root, &path).await.ok();
        assert_eq!(order["dispute"], json!({ "status": "open", "amount": 4.86, "reason": "fraudulent" }));
        for other in [&ada, &green] {
            assert_eq!(market.get_as(other, &path).await.ok().get("dispute"), None);
        }
    }

    #[tokio::test]
    async fn a_cancelled_order_shows_its_refund() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let green = market.merchant("Green Farm", "05401").await;
        let order_id = market.checkout(&ada, &[&green]).await[0];
        let cancelled = OrderEvent::OrderCancelled {
            order_id,
            reason: Some(Personal::new(ada.id.uuid(), "Changed my mind".to_owned())),
        };
        market.order_event(&ada, order_id, cancelled).await;
        let order = market.get_as(&ada, &format!("/orders/{order_id}")).await.ok();
        assert_eq!(order["status"], "cancelled");
        assert_eq!(
            order["refund"],
            json!({ "amount": 4.86, "status": "pending", "reason": "Changed my mind" })
        );
        assert_eq!(order["timeline"][1]["actor"], "customer");
        assert_eq!(order["timeline"][1]["note"], "Changed my mind");
    }

    #[tokio::test]
    async fn a_refund_waits_for_a_dispute_and_may_be_settled_by_the_bank() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let green = market.merchant("Green Farm", "05401").await;
        let order_id = market.checkout(&ada, &[&green]).await[0];
        market.dispute(order_id).await;
        market.order_event(&ada, order_id, OrderEvent::OrderCancelled { order_id, reason: None }).await;
        let path = format!("/orders/{order_id}");
        let refund = market.get_as(&ada, &path).await.ok()["refund"].clone();
        assert_eq!(refund, json!({ "amount": 4.86, "status": "disputed", "reason": null }));
        let settled = OrderEvent::OrderRefunded {
            order_id,
            amount: Cents::ZERO,
            rest_paid_back_by: Some(PaidBackBy::Bank),
            cause: RefundCause::Cancelled,
        };
        market.order_event(&ada, order_id, settled).await;
        let refund = market.get_as(&ada, &path).await.ok()["refund"].clone();
        assert_eq!(refund, json!({ "amount": 0.0, "status": "settled", "reason": null }));
    }

    #[tokio::test]
    async fn customer_and_merchant_see_the_promised_day() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let green = market.merchant("Green Farm", "05401").await;
        let order_id = market.promised(&ada, &green, "2026-11-28").await;
        for person in [&ada, &green] {
            let order = market.get_as(person, &format!("/orders/{order_id}")).await.ok();
            assert_eq!(order["promisedFor"], "2026-11-28");
        }
        let file = market.get_as(&green, "/reports/packing-list?format=csv").await.ok();
        assert!(file.as_str().unwrap().contains("\"2026-11-28\""), "{file}");
    }
}
