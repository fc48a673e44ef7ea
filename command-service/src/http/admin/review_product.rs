//! `PUT /admin/products/{id}/approve`: approve a product, or reject it with a reason.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::ids::ProductId;
use utoipa::ToSchema;

use crate::{
    App,
    application::{execute, problem},
    domain::product::{
        Product,
        approve_product::{self, ApproveProduct, Refusal},
    },
    http::Answer,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewRequest {
    /// Approve (true) or reject (false).
    approved: bool,
    /// Required to reject: what the merchant is told.
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Reviewed {
    /// Always true.
    success: bool,
}

/// Approve or reject a product
#[utoipa::path(
    put,
    path = "/admin/products/{id}/approve",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The product")),
    request_body = ReviewRequest,
    responses(
        (status = 200, body = Reviewed),
        (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "Somebody decided before"),
        (status = 422, body = ProblemBody, description = "A rejection without a reason"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn review_product(
    State(app): State<App>,
    Admin(admin): Admin,
    Path(id): Path<ProductId>,
    Json(request): Json<ReviewRequest>,
) -> Result<Answer<Reviewed>, Problem> {
    let provenance = app.command_by(admin.actor());
    let command = ApproveProduct { product_id: id, reason: request.reason };
    let executed = execute(&app.log, &provenance, id.uuid(), |product: &Product| {
        approve_product::decide(product, &command)
    });
    let executed = executed.await.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(executed.position, Reviewed { success: true }))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::AlreadyReviewed => problem(Code::Conflict, &refusal),
    }
}
