//! `GET /notifications`: the caller's notifications.

use axum::extract::State;
use serde::Serialize;
use service_kit::{
    Problem,
    caller::Caller,
    extract::{Json, Query},
};
use utoipa::ToSchema;

use crate::{
    App,
    http::page_query::NewsQuery,
    model::Notification,
    queries::{failed, notifications},
};

/// Default page size: the number of notifications that the UI's bell shows.
const DEFAULT_PAGE_SIZE: u64 = 100;

/// A person's notifications.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotificationList {
    /// The notifications, newest first.
    notifications: Vec<Notification>,
}

/// List the caller's notifications, newest first
///
/// Returns the newest hundred unless `limit` is given.
#[utoipa::path(
    get,
    path = "/notifications",
    tag = "notifications",
    params(NewsQuery),
    responses((status = 200, body = NotificationList)),
    security(("bearer" = [])),
)]
pub(crate) async fn list_notifications(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<NewsQuery>,
) -> Result<Json<NotificationList>, Problem> {
    let page = query.page(DEFAULT_PAGE_SIZE);
    let notifications = notifications::of_account(&app.pool, caller.account, page).await.map_err(failed)?;
    Ok(Json(NotificationList { notifications }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::{
        Actor,
        events::{InboxEvent, OrderEvent},
        notification::NotificationId,
    };

    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn each_account_sees_its_own_newest_first_with_their_read_state() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let farm = market.merchant("Green Farm", "05401").await;
        market.checkout(&ada, &[&farm]).await;
        let list = market.get_as(&farm, "/notifications").await.ok();
        let list = &list["notifications"];
        let kinds = pluck(list, "type");
        assert_eq!(kinds.first().copied(), Some("order_status"), "{list:#}");
        assert_eq!(kinds.last().copied(), Some("merchant_approved"), "{list:#}");
        assert_eq!((&list[0]["title"], &list[0]["read"]), (&json!("New order"), &json!(false)));
        assert_eq!(list[0]["_id"], list[0]["id"]);
        assert!(list[0]["orderId"].is_string() && list[0].get("productId").is_none(), "{list:#}");
        assert_eq!(market.get_as(&ada, "/notifications").await.ok(), json!({ "notifications": [] }));

        let first: NotificationId = list[0]["id"].as_str().unwrap().parse().unwrap();
        let read = InboxEvent::NotificationRead { account_id: farm.id, notification_id: first };
        market.append(farm.id.uuid(), Actor::system("test"), read).await;
        let reads = async |market: &Market| {
            let list = market.get_as(&farm, "/notifications").await.ok();
            let list = list["notifications"].as_array().unwrap().clone();
            list.iter().map(|notification| notification["read"] == true).collect::<Vec<bool>>()
        };
        let read = reads(&market).await;
        assert!(read[0] && read[1..].iter().all(|read| !read), "{read:?}");
        let all = InboxEvent::AllNotificationsRead { account_id: farm.id };
        market.append(farm.id.uuid(), Actor::system("test"), all).await;
        assert!(reads(&market).await.iter().all(|read| *read));
        market.checkout(&ada, &[&farm]).await;
        let read = reads(&market).await;
        assert!(!read[0] && read[1..].iter().all(|read| *read), "{read:?}");
    }

    #[tokio::test]
    async fn a_notification_names_its_product_or_order() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let farm = market.merchant("Green Farm", "05401").await;
        market.product(&farm, Goods::named("Pear")).await;
        market.checkout(&ada, &[&farm]).await;
        let list = market.get_as(&farm, "/notifications").await.ok();
        let [order, product, account] = [0, 1, 2].map(|n| &list["notifications"][n]);
        let number =
            market.get_as(&farm, &format!("/orders/{}", order["orderId"].as_str().unwrap())).await.ok();
        assert_eq!(order["orderNumber"], number["orderNumber"], "{list:#}");
        assert_eq!(product["productName"], "Pear", "{list:#}");
        for (one, absent) in [
            (order, "productName"),
            (product, "orderNumber"),
            (account, "orderNumber"),
            (account, "productName"),
        ] {
            assert!(one.get(absent).is_none(), "{absent}: {one:#}");
        }
    }

    #[tokio::test]
    async fn a_notification_of_an_order_names_the_role_of_its_recipient() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let farm = market.merchant("Green Farm", "05401").await;
        let order_id = market.checkout(&ada, &[&farm]).await[0];
        let root = market.admin().await;
        let reason = None;
        market.order_event(&root, order_id, OrderEvent::OrderCancelled { order_id, reason }).await;
        for (person, role, length) in [(&ada, json!("customer"), 1), (&farm, json!("merchant"), 3)] {
            let list = market.get_as(person, "/notifications").await.ok();
            let list = list["notifications"].as_array().unwrap();
            assert_eq!(list.len(), length, "{list:#?}");
            for one in list {
                let expected = one.get("orderId").map(|_| &role);
                assert_eq!(one.get("role"), expected, "{one:#}");
            }
        }
    }

    #[tokio::test]
    async fn older_notifications_are_on_later_pages() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let farm = market.merchant("Green Farm", "05401").await;
        for _ in 0..4 {
            market.checkout(&ada, &[&farm]).await;
        }
        let all = market.get_as(&farm, "/notifications").await.ok();
        let all = pluck(&all["notifications"], "id");
        assert_eq!(all.len(), 5);
        let second = market.get_as(&farm, "/notifications?limit=2&page=2").await.ok();
        assert_eq!(pluck(&second["notifications"], "id"), all[2..4]);
        let odd = market.get_as(&farm, "/notifications?limit=x&page=-1").await.ok();
        assert_eq!(pluck(&odd["notifications"], "id"), all);
    }

    #[tokio::test]
    async fn a_request_without_a_token_is_refused() {
        let market = Market::open().await;
        assert_eq!(market.get("/notifications").await.refusal().0, 401);
    }
}
