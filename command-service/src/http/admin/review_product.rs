//! `PUT /admin/products/{id}/approve`: approve a product, or reject it with a reason.

use axum::extract::State;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};

use super::review::{Decided, ReviewRequest, Verdict};
use crate::{
    App,
    application::{problem, products},
    domain::product::{approve_product, reject_product},
    http::{Answer, refusal::id_in_path},
};

/// Approve or reject a product
#[utoipa::path(
    put,
    path = "/admin/products/{id}/approve",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = ReviewRequest, examples(
        ("approve" = (value = json!({"approved": true}))),
        ("reject" = (value = json!({"approved": false, "reason": "The picture shows another product."}))),
    )),
    responses(
        (status = 200, body = Decided, headers(("Greenstall-Position" = u64)),
            description = "Decided",
            example = json!({"success": true})),
        (status = 401, body = ProblemBody, content_type = "application/problem+json",
            description = "Not logged in"),
        (status = 403, body = ProblemBody, content_type = "application/problem+json",
            description = "Not an admin"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json",
            description = "No such product"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json",
            description = "Somebody decided before"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json",
            description = "A rejection without a reason"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn review_product(
    State(app): State<App>,
    Admin(admin): Admin,
    Path(id): Path<String>,
    Json(request): Json<ReviewRequest>,
) -> Result<Answer<Decided>, Problem> {
    let verdict = request.verdict()?;
    let id = id_in_path(&id, "Product not found")?;
    let provenance = app.command_by(admin.actor());
    let executed = match verdict {
        Verdict::Approved { note } => {
            let approved = products::approve(&app, &provenance, id, note).await;
            approved.map_err(|failure| failure.into_problem(not_approved))?
        }
        Verdict::Rejected { reason } => {
            let rejected = products::reject(&app, &provenance, id, reason).await;
            rejected.map_err(|failure| failure.into_problem(not_rejected))?
        }
    };
    Ok(Answer::ok(executed.position, Decided::OK))
}

fn not_approved(refusal: approve_product::Refusal) -> Problem {
    match refusal {
        approve_product::Refusal::NotFound => problem(Code::NotFound, &refusal),
        approve_product::Refusal::AlreadyReviewed => problem(Code::Conflict, &refusal),
    }
}

fn not_rejected(refusal: reject_product::Refusal) -> Problem {
    match refusal {
        reject_product::Refusal::NotFound => problem(Code::NotFound, &refusal),
        reject_product::Refusal::AlreadyReviewed => problem(Code::Conflict, &refusal),
    }
}
