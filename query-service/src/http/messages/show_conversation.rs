//! `GET /messages/{id}`: the messages of a conversation.

use axum::extract::State;
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    caller::Caller,
    extract::{Json, Path, Query},
    problem::ProblemBody,
};
use shared_events::ids::{ConversationId, MessageId};
use utoipa::IntoParams;

use crate::{
    App,
    http::lenient::NumberOrText,
    model::{Message, Page},
    queries::{conversations, failed},
};

/// The most messages in one answer.
const MAX_MESSAGES: u64 = 500;

/// The part of a long conversation to show; by default its newest messages.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ThreadQuery {
    /// A message's id: only the messages before it.
    before: Option<String>,
    /// The largest number of messages: 500 at most, which is the default.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

/// Show the messages of a conversation, oldest first
#[utoipa::path(
    get,
    path = "/messages/{id}",
    tag = "messages",
    params(("id" = String, Path, description = "The conversation's id"), ThreadQuery),
    responses(
        (status = 200, body = Vec<Message>),
        (status = 404, body = ProblemBody, description = "The conversation does not exist, or the caller is no participant"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn show_conversation(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<ThreadQuery>,
) -> Result<Json<Vec<Message>>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Conversation not found");
    let id: ConversationId = id.parse().map_err(|_| not_found())?;
    if !conversations::takes_part(&app.pool, &caller.inboxes(), id).await.map_err(failed)? {
        return Err(not_found());
    }
    let before = query.before.and_then(|before| before.parse::<MessageId>().ok()).map(|before| before.number);
    let limit = Page::read(None, query.limit.as_deref(), MAX_MESSAGES, MAX_MESSAGES).limit_i64();
    conversations::messages(&app.pool, id, before, limit).await.map(Json).map_err(failed)
}

#[cfg(test)]
mod tests {
    use crate::testing::{Market, pluck};

    #[tokio::test]
    async fn only_participants_read_a_conversation_oldest_first() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let other = market.merchant("River Farm", "05404").await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        let root = market.admin().await;
        let id = market.conversation(&ada, &farm).await;
        market.message(id, &farm, "Yes").await;
        market.message(id, &ada, "Good").await;
        let path = format!("/messages/{id}");
        for insider in [&ada, &farm] {
            let messages = market.get_as(insider, &path).await.ok();
            assert_eq!(pluck(&messages, "content"), ["Ada asks", "Yes", "Good"]);
            assert_eq!(pluck(&messages, "id"), [1, 2, 3].map(|number| format!("{id}-{number}")));
            assert_eq!(pluck(&messages, "messageType"), ["text"; 3]);
        }
        for stranger in [&bob, &other, &root] {
            assert_eq!(market.get_as(stranger, &path).await.refusal(), (404, "Conversation not found"));
        }
        for odd in ["x", "%00", "00000000-0000-0000-0000-000000000000", &format!("{id}-1")] {
            let answer = market.get_as(&ada, &format!("/messages/{odd}")).await;
            assert_eq!(answer.refusal(), (404, "Conversation not found"), "{odd}");
        }
        assert_eq!(market.get(&path).await.refusal().0, 401);
    }

    #[tokio::test]
    async fn a_long_conversation_is_read_in_parts() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let ada = market.customer("Ada").await;
        let id = market.conversation(&ada, &farm).await;
        for number in 2..6 {
            market.message(id, &ada, &format!("Message {number}")).await;
        }
        let last = market.get_as(&ada, &format!("/messages/{id}?limit=2")).await.ok();
        assert_eq!(pluck(&last, "content"), ["Message 4", "Message 5"]);
        let before = pluck(&last, "id")[0];
        let earlier = market.get_as(&ada, &format!("/messages/{id}?limit=2&before={before}")).await.ok();
        assert_eq!(pluck(&earlier, "content"), ["Message 2", "Message 3"]);
    }
}
