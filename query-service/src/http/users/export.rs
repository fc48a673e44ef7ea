//! `GET /users/me/export`: what this shop knows about somebody, as a file. It is read from the views: they show all that
//! anybody is shown of a person. What the log holds besides, down to each event, an operator exports.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use service_kit::{Problem, caller::Caller, extract::Json, problem::ProblemBody, token::LIFETIME};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    App,
    http::shapes::{Message, Order, Page, Product, Review, SavedAddress, User},
    queries::{accounts, catalog, conversations, failed, orders, reviews, sessions},
};

pub(super) const VIEWS: &[&str] =
    &[accounts::VIEW, catalog::VIEW, orders::VIEW, conversations::VIEW, reviews::VIEW, sessions::VIEW];

/// More orders than anybody has.
const ALL: Page = Page { number: 1, limit: 100_000 };

/// What this shop knows about somebody.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Export {
    /// When this was written.
    exported_at: DateTime<Utc>,
    user: User,
    addresses: Vec<SavedAddress>,
    favorites: Vec<Product>,
    /// What was bought.
    orders: Vec<Order>,
    /// What was written to others, oldest first.
    messages: Vec<Message>,
    /// What was said about products.
    reviews: Vec<Review>,
    /// Log-ins whose token still works.
    sessions: Vec<ExportedSession>,
}

/// A log-in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedSession {
    id: Uuid,
    created_at: DateTime<Utc>,
}

/// What this shop knows about you, as a file
#[utoipa::path(
    get,
    path = "/users/me/export",
    tag = "users",
    responses((status = 200, body = Export), (status = 401, body = ProblemBody)),
    security(("bearer" = [])),
)]
pub(crate) async fn export(State(app): State<App>, caller: Caller) -> Result<Response, Problem> {
    let (id, now) = (caller.account, app.tokens.now());
    let user = accounts::user(&app.pool, id).await.map_err(failed)?.ok_or_else(Problem::unauthenticated)?;
    let session = |row: sessions::Row| ExportedSession { id: row.session_id, created_at: row.opened_at };
    let sessions = sessions::of_account(&app.pool, id, now - LIFETIME).await.map_err(failed)?;
    let export = Export {
        exported_at: now,
        user,
        addresses: accounts::addresses(&app.pool, id).await.map_err(failed)?,
        favorites: catalog::favourites(&app.pool, id).await.map_err(failed)?,
        orders: orders::of_customer(&app.pool, id, ALL).await.map_err(failed)?,
        messages: conversations::written_by(&app.pool, id).await.map_err(failed)?,
        reviews: reviews::by_customer(&app.pool, id).await.map_err(failed)?,
        sessions: sessions.into_iter().map(session).collect(),
    };
    let file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"greenstall-data.json\"")];
    Ok((file, Json(export)).into_response())
}

#[cfg(test)]
mod tests {
    use crate::testing::{Market, pluck};

    #[tokio::test]
    async fn somebody_gets_a_file_of_what_is_known() {
        let mut market = Market::open().await;
        let (ada, ben) = (market.customer("Ada").await, market.customer("Ben").await);
        let farm = market.merchant("Green Farm", "05401").await;
        market.checkout(&ada, &[&farm]).await;
        market.log_in(&ada).await;
        let conversation = market.conversation(&ada, &farm).await;
        market.message(conversation, &farm, "Yes, ripe.").await;
        let answer = market.get_as(&ada, "/users/me/export").await;
        assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"greenstall-data.json\"");
        let known = answer.ok();
        assert_eq!((&known["user"]["name"], known["orders"].as_array().unwrap().len()), (&"Ada".into(), 1));
        assert_eq!(known["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(pluck(&known["messages"], "content"), ["Ada asks"], "the answer is the farm's");
        assert_eq!(known["reviews"], serde_json::json!([]));
        let known = market.get_as(&ben, "/users/me/export").await.ok();
        assert_eq!(known["orders"].as_array().unwrap().len(), 0);
        assert_eq!(market.get("/users/me/export").await.refusal().0, 401);
    }
}
