//! `GET /webhooks/{id}/deliveries`: what was sent to a webhook, and what became of it.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use service_kit::{
    Code, Problem,
    caller::Seller,
    extract::{Json, Path, Query},
    problem::ProblemBody,
};
use shared_events::ids::WebhookId;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    App,
    queries::{
        failed,
        webhooks::{self, Delivery},
    },
};

pub(super) const VIEWS: &[&str] = &[webhooks::VIEW];

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeliveriesQuery {
    /// Only older deliveries than this: the `number` of the last one of the page before.
    #[param(nullable = false)]
    before: Option<i64>,
}

/// The latest deliveries of a webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeliveryList {
    /// At most 100, newest first.
    deliveries: Vec<ListedDelivery>,
}

/// The delivery of a message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedDelivery {
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    /// The same as `_id`.
    id: Uuid,
    /// The header `webhook-id` of the message.
    message_id: String,
    /// The type of the message.
    #[serde(rename = "type")]
    message_type: String,
    /// `waiting`, `delivered`, `failed` after too many attempts, or `given-up` because the webhook gets no messages.
    state: String,
    requested_at: DateTime<Utc>,
    /// Its place in the list: higher numbers are newer.
    number: i64,
    attempts: i32,
    /// When the last attempt was made.
    #[schema(required)]
    attempted_at: Option<DateTime<Utc>>,
    /// The status of the receiver's last answer.
    #[schema(required)]
    status: Option<i32>,
    /// What went wrong in the last attempt, or why there are no more.
    #[schema(required)]
    failure: Option<String>,
    /// When the next attempt is made.
    #[schema(required)]
    retry_at: Option<DateTime<Utc>>,
}

/// List a webhook's deliveries
#[utoipa::path(
    get,
    path = "/webhooks/{id}/deliveries",
    tag = "webhooks",
    params(("id" = Uuid, Path, description = "The webhook"), DeliveriesQuery),
    responses(
        (status = 200, body = DeliveryList),
        (status = 404, body = ProblemBody, description = "No such webhook, or another owner's"),
    ),
    security(("bearer" = []), ("apiKey" = ["webhooks:read"])),
)]
pub(crate) async fn list_deliveries(
    State(app): State<App>,
    Seller(caller): Seller,
    Path(id): Path<Uuid>,
    Query(query): Query<DeliveriesQuery>,
) -> Result<Json<DeliveryList>, Problem> {
    let found =
        webhooks::deliveries(&app.pool, caller.webhook_owner(), WebhookId::new(id), query.before).await;
    let missing = || Problem::new(Code::NotFound, "Webhook not found");
    let rows = found.map_err(failed)?.ok_or_else(missing)?;
    Ok(Json(DeliveryList { deliveries: rows.into_iter().map(listed).collect() }))
}

fn listed(row: Delivery) -> ListedDelivery {
    ListedDelivery {
        underscore_id: row.delivery_id,
        id: row.delivery_id,
        message_id: format!("msg_{}", row.message_id.simple()),
        message_type: row.message_type,
        state: row.state,
        requested_at: row.requested_at,
        number: row.number,
        attempts: row.attempts,
        attempted_at: row.attempted_at,
        status: row.status,
        failure: row.failure,
        retry_at: row.retry_at,
    }
}
