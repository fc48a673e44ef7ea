//! `GET /messages/notifications`: the messages that the caller has received.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::Caller,
    extract::{Json, Query},
};

use crate::{
    App,
    http::page_query::NewsQuery,
    model::Message,
    queries::{conversations, failed},
};

/// Default page size: the number of messages that the UI's bell shows.
const DEFAULT_PAGE_SIZE: u64 = 50;

/// List the messages that the caller has received, newest first
///
/// An admin's include those to the shop's support. Returns the newest fifty unless `limit` is given.
#[utoipa::path(
    get,
    path = "/messages/notifications",
    tag = "messages",
    params(NewsQuery),
    responses((status = 200, body = Vec<Message>)),
    security(("bearer" = [])),
)]
pub(crate) async fn received_messages(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<NewsQuery>,
) -> Result<Json<Vec<Message>>, Problem> {
    conversations::received(&app.pool, &caller.inboxes(), query.page(DEFAULT_PAGE_SIZE))
        .await
        .map(Json)
        .map_err(failed)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Market, pluck};

    #[tokio::test]
    async fn received_messages_are_listed_newest_first_until_read() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let first = market.conversation(&ada, &farm).await;
        market.conversation(&bob, &farm).await;
        market.message(first, &farm, "Yes, ripe.").await;
        let news = market.get_as(&farm, "/messages/notifications").await.ok();
        assert_eq!(pluck(&news, "content"), ["Bob asks", "Ada asks"]);
        assert_eq!(news[0]["read"], false);
        assert_eq!(news[0]["sender"]["name"], "Bob");
        assert_eq!(news[0]["productReference"], json!({"name": "Heirloom Tomato", "price": 4.5}));
        let news = market.get_as(&ada, "/messages/notifications").await.ok();
        assert_eq!(pluck(&news, "content"), ["Yes, ripe."]);
        assert_eq!(news[0]["sender"]["businessInfo"]["businessName"], "Green Farm");
        assert_eq!(news[0]["productReference"], json!(null));

        market.read_everything(&farm).await;
        market.message(first, &ada, "Good.").await;
        let news = market.get_as(&farm, "/messages/notifications").await.ok();
        let read: Vec<_> = news.as_array().unwrap().iter().map(|message| &message["read"]).collect();
        assert_eq!(read, [&json!(false), &json!(true), &json!(true)]);
        let second = market.get_as(&farm, "/messages/notifications?limit=1&page=2").await.ok();
        assert_eq!(pluck(&second, "content"), ["Bob asks"]);
        assert_eq!(market.get("/messages/notifications").await.refusal().0, 401);
    }
}
