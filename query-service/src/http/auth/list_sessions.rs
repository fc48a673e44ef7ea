//! `GET /auth/sessions`: the caller's open sessions.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use service_kit::{Problem, caller::Caller, extract::Json, token::SESSION_LIFETIME};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    App,
    queries::{failed, sessions},
};

pub(super) const VIEWS: &[&str] = &[sessions::VIEW];

/// The caller's open sessions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionList {
    /// The sessions, newest first.
    sessions: Vec<Session>,
}

/// An open session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    /// The session's id.
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    /// The same as `_id`.
    id: Uuid,
    /// The name of the browser; null when it is not a widely used one.
    #[schema(required, example = "Firefox")]
    browser: Option<String>,
    /// The name of the operating system; null when it is not a widely used one.
    #[schema(required, example = "Windows")]
    system: Option<String>,
    /// When the session was opened.
    created_at: DateTime<Utc>,
    /// When the session's token expires.
    expires_at: DateTime<Utc>,
    /// Whether it is the session of this request.
    current: bool,
}

/// List the caller's sessions
///
/// One entry per session that has neither ended nor expired.
#[utoipa::path(
    get,
    path = "/auth/sessions",
    tag = "auth",
    responses((status = 200, body = SessionList)),
    security(("bearer" = [])),
)]
pub(crate) async fn list_sessions(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<SessionList>, Problem> {
    let opened_after = app.tokens.now() - SESSION_LIFETIME;
    let rows = sessions::of_account(&app.pool, caller.account, opened_after).await.map_err(failed)?;
    let session = |row: sessions::Row| Session {
        underscore_id: row.session_id,
        id: row.session_id,
        browser: row.browser,
        system: row.system,
        created_at: row.opened_at,
        expires_at: row.opened_at + SESSION_LIFETIME,
        current: row.session_id == caller.session.uuid(),
    };
    Ok(Json(SessionList { sessions: rows.into_iter().map(session).collect() }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn each_session_is_listed_until_it_ends() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let own = market.log_in(&ada).await;
        let other = market.log_in_elsewhere(&ada, 7).await;
        let rows = market.get_as(&ada, "/auth/sessions").await.ok();
        assert_eq!(rows["sessions"].as_array().unwrap().len(), 2);
        let current: Vec<_> =
            rows["sessions"].as_array().unwrap().iter().map(|row| (&row["id"], &row["current"])).collect();
        assert_eq!(
            (&rows["sessions"][0]["browser"], &rows["sessions"][0]["system"]),
            (&json!("Firefox"), &json!(null))
        );
        assert_eq!(current, [(&json!(other), &json!(false)), (&json!(own), &json!(true))]);
        market.end_session(&ada, other).await;
        let rows = market.get_as(&ada, "/auth/sessions").await.ok();
        assert_eq!(rows["sessions"].as_array().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_session_that_has_ended_is_refused() {
        let mut market = Market::open().await;
        let (ada, ben) = (market.customer("Ada").await, market.customer("Ben").await);
        let session = market.log_in(&ada).await;
        market.get_as(&ada, "/auth/me").await.ok();
        market.end_session(&ada, session).await;
        assert_eq!(market.get_as(&ada, "/auth/me").await.refusal(), (401, "Please log in to continue"));
        assert_eq!(market.get_as(&ada, "/auth/sessions").await.refusal().0, 401);
        market.get_as(&ben, "/auth/me").await.ok();
    }

    #[tokio::test]
    async fn all_sessions_but_the_kept_one_end() {
        let mut market = Market::open().await;
        let (ada, ben) = (market.customer("Ada").await, market.customer("Ben").await);
        let session = market.log_in(&ada).await;
        market.end_all_sessions(&ada, Some(session)).await;
        market.get_as(&ada, "/auth/me").await.ok();
        market.end_all_sessions(&ada, None).await;
        assert_eq!(market.get_as(&ada, "/auth/me").await.refusal().0, 401);
        market.get_as(&ben, "/auth/me").await.ok();
    }

    #[tokio::test]
    async fn a_deactivated_merchant_sees_nothing_and_its_products_vanish() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        market.product(&farm, crate::testing::Goods::default()).await;
        let profile = format!("/users/{}", farm.id);
        market.get(&profile).await.ok();
        market.deactivate(&farm).await;
        assert_eq!(market.get_as(&farm, "/auth/me").await.refusal().0, 401);
        assert_eq!(market.get(&profile).await.refusal(), (404, "Merchant not found"));
        let listed = market.get("/products").await.ok();
        assert_eq!(listed["products"], json!([]));
        market.reactivate(&farm).await;
        market.get(&profile).await.ok();
        let listed = market.get("/products").await.ok();
        assert_eq!(listed["products"].as_array().unwrap().len(), 1);
    }
}
