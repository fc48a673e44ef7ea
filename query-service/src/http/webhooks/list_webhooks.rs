//! `GET /webhooks`: the webhooks of the caller, or of the shop.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use service_kit::{Problem, caller::Seller, extract::Json};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    App,
    queries::{
        failed,
        webhooks::{self, Row},
    },
};

pub(super) const VIEWS: &[&str] = &[webhooks::VIEW];

/// The webhooks of an owner.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WebhookList {
    /// The webhooks, newest first.
    webhooks: Vec<Webhook>,
}

/// A webhook. Its secret is shown only when it is made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Webhook {
    /// The webhook's id.
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    /// The same as `_id`.
    id: Uuid,
    /// The address that gets the messages.
    url: String,
    /// The types of the messages.
    types: Vec<String>,
    created_at: DateTime<Utc>,
    /// Why it is paused: `owner`, or `failing` when it accepted no message in the day and a half in which one was tried
    /// again and again. Null: it gets messages.
    #[schema(required)]
    paused: Option<String>,
    /// Since when it is paused.
    #[schema(required)]
    paused_at: Option<DateTime<Utc>>,
    /// How many messages wait to be sent, for the first time or again.
    waiting: i64,
    /// The last replay.
    #[schema(required)]
    replay: Option<ListedReplay>,
}

/// How far a replay is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedReplay {
    /// `running`; `complete`; `more` when it had as many messages as a replay may have; `stopped` by a pause.
    state: String,
    /// It has come to this position of the log. Another replay continues after it.
    after: i64,
    /// How many messages it has so far.
    messages: i32,
}

/// List webhooks
///
/// A merchant's own ones; for an admin, those of the shop, which are about all merchants.
#[utoipa::path(
    get,
    path = "/webhooks",
    tag = "webhooks",
    responses((status = 200, body = WebhookList)),
    security(("bearer" = []), ("apiKey" = ["webhooks:read"])),
)]
pub(crate) async fn list_webhooks(
    State(app): State<App>,
    Seller(caller): Seller,
) -> Result<Json<WebhookList>, Problem> {
    let rows = webhooks::of_owner(&app.pool, caller.webhook_owner()).await.map_err(failed)?;
    let listed = |row: Row| Webhook {
        underscore_id: row.webhook_id,
        id: row.webhook_id,
        url: row.url.unwrap_or_default(),
        types: row.types,
        created_at: row.created_at,
        paused: row.paused,
        paused_at: row.paused_at,
        waiting: row.waiting,
        replay: row.replay.map(|state| ListedReplay {
            state,
            after: row.replay_after.unwrap_or_default(),
            messages: row.replay_messages.unwrap_or_default(),
        }),
    };
    Ok(Json(WebhookList { webhooks: rows.into_iter().map(listed).collect() }))
}
