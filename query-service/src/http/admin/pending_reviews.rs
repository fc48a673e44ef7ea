//! `GET /admin/pending`: what waits for an admin's decision.

use axum::extract::State;
use serde::Serialize;
use service_kit::{Problem, caller::Admin, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use crate::{
    App,
    http::shapes::{PendingProduct, User},
    queries::{failed, moderation},
};

pub(super) const VIEWS: &[&str] = &[moderation::VIEW];

/// Everything that waits for an admin, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PendingReviews {
    /// Merchants that nobody has decided about.
    pending_merchants: Vec<User>,
    /// Products with an organic certificate that nobody has decided about.
    pending_organic: Vec<PendingProduct>,
    /// Products that are new or were resubmitted.
    pending_products: Vec<PendingProduct>,
}

/// What waits for an admin
#[utoipa::path(
    get,
    path = "/admin/pending",
    tag = "admin",
    responses(
        (status = 200, body = PendingReviews),
        (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn pending_reviews(
    State(app): State<App>,
    Admin(_admin): Admin,
) -> Result<Json<PendingReviews>, Problem> {
    Ok(Json(PendingReviews {
        pending_merchants: moderation::pending_merchants(&app.pool).await.map_err(failed)?,
        // No event speaks of certificates yet.
        pending_organic: Vec::new(),
        pending_products: moderation::pending_products(&app.pool).await.map_err(failed)?,
    }))
}
