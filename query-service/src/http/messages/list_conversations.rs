//! `GET /messages`: the caller's conversations.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::Caller,
    extract::{Json, Query},
};

use crate::{
    App,
    http::page_query::PageQuery,
    model::Conversation,
    queries::{conversations, failed},
};

/// List the caller's conversations, the most recently active first
///
/// An admin also gets every conversation with the shop's support. In those, `currentUserId` is the shop's id.
#[utoipa::path(
    get,
    path = "/messages",
    tag = "messages",
    params(PageQuery),
    responses((status = 200, body = Vec<Conversation>)),
    security(("bearer" = [])),
)]
pub(crate) async fn list_conversations(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<Vec<Conversation>>, Problem> {
    conversations::of_inboxes(&app.pool, &caller.inboxes(), query.page()).await.map(Json).map_err(failed)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Market, pluck};

    #[tokio::test]
    async fn both_participants_see_a_conversation_with_their_unread_count() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let first = market.conversation(&ada, &farm).await;
        let second = market.conversation(&bob, &farm).await;
        market.message(first, &ada, "Hello?").await;

        let list = market.get_as(&farm, "/messages").await.ok();
        assert_eq!(pluck(&list, "id"), [first.to_string(), second.to_string()]);
        let conversation = &list[0];
        assert_eq!(conversation["_id"], conversation["id"]);
        assert_eq!(conversation["currentUserId"], farm.id.to_string());
        assert_eq!(pluck(&conversation["participants"], "name"), ["Ada", "Owner of Green Farm"]);
        assert_eq!(conversation["participants"][1]["businessInfo"]["businessName"], "Green Farm");
        assert_eq!(conversation["product"]["name"], "Heirloom Tomato");
        assert_eq!(conversation["product"]["price"], 4.5);
        assert_eq!(conversation["subject"], "A question");
        assert_eq!(conversation["lastMessage"]["content"], "Hello?");
        assert_eq!(conversation["unreadCount"], 2);
        let adas = market.get_as(&ada, "/messages").await.ok();
        assert_eq!((adas.as_array().unwrap().len(), &adas[0]["unreadCount"]), (1, &json!(0)));

        market.read_everything(&farm).await;
        market.message(first, &ada, "Are you there?").await;
        let list = market.get_as(&farm, "/messages").await.ok();
        assert_eq!((&list[0]["unreadCount"], &list[1]["unreadCount"]), (&json!(1), &json!(0)));
        market.read_conversation(first, &farm).await;
        assert_eq!(market.get_as(&farm, "/messages").await.ok()[0]["unreadCount"], 0);
    }

    #[tokio::test]
    async fn every_admin_sees_the_conversations_with_support_and_what_is_unread() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let admins = [market.admin().await, market.open_admin("Second Root").await];
        let own = market.conversation(&ada, &farm).await;
        let asked = market.support_conversation(&ada).await;
        for admin in &admins {
            let list = market.get_as(admin, "/messages").await.ok();
            assert_eq!(pluck(&list, "id"), [asked.to_string()], "{own} is none of the shop's");
            assert_eq!(pluck(&list[0]["participants"], "name"), ["Ada", "Greenstall Support"]);
            assert_eq!(list[0]["currentUserId"], list[0]["participants"][1]["id"]);
            assert_eq!((&list[0]["product"], &list[0]["subject"]), (&json!(null), &json!("Order GS-1")));
            assert_eq!(list[0]["unreadCount"], 1);
            let news = market.get_as(admin, "/messages/notifications").await.ok();
            assert_eq!(
                (pluck(&news, "content"), &news[0]["read"]),
                (vec!["Ada asks support"], &json!(false))
            );
            let thread = market.get_as(admin, &format!("/messages/{asked}")).await.ok();
            assert_eq!(pluck(&thread, "content"), ["Ada asks support"]);
        }
        market.answer_as_support(asked, &admins[0], "On its way").await;
        for admin in &admins {
            let list = market.get_as(admin, "/messages").await.ok();
            assert_eq!(
                (&list[0]["unreadCount"], &list[0]["lastMessage"]["content"]),
                (&json!(0), &json!("On its way"))
            );
        }
        let list = market.get_as(&ada, "/messages").await.ok();
        assert_eq!(pluck(&list, "id"), [asked.to_string(), own.to_string()]);
        assert_eq!(
            (&list[0]["unreadCount"], &list[0]["currentUserId"]),
            (&json!(1), &json!(ada.id.to_string()))
        );
        let news = market.get_as(&ada, "/messages/notifications").await.ok();
        assert_eq!(
            (&news[0]["sender"]["name"], &news[0]["sender"]["role"]),
            (&json!("Greenstall Support"), &json!("admin"))
        );
        for stranger in [&bob, &farm] {
            let answer = market.get_as(stranger, &format!("/messages/{asked}")).await;
            assert_eq!(answer.refusal(), (404, "Conversation not found"));
            let list = market.get_as(stranger, "/messages").await.ok();
            assert!(!format!("{list}").contains(&asked.to_string()));
        }
        market.erase(&ada).await;
        let thread = market.get_as(&admins[1], &format!("/messages/{asked}")).await.ok();
        assert_eq!(pluck(&thread, "content"), ["", ""]);
        assert_eq!(thread[0]["sender"]["name"], "Deleted user");
    }

    #[tokio::test]
    async fn an_erased_person_has_no_name_and_no_text() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let ada = market.customer("Ada").await;
        let id = market.conversation(&ada, &farm).await;
        market.erase(&ada).await;
        let list = market.get_as(&farm, "/messages").await.ok();
        assert_eq!(list[0]["participants"][0]["name"], "Deleted user");
        assert_eq!((&list[0]["subject"], &list[0]["lastMessage"]["content"]), (&json!(null), &json!("")));
        let messages = market.get_as(&farm, &format!("/messages/{id}")).await.ok();
        assert_eq!(
            (&messages[0]["sender"]["name"], &messages[0]["content"]),
            (&json!("Deleted user"), &json!(""))
        );
        assert!(!format!("{list}{messages}").contains("Ada"));
    }
}
