//! `PUT /admin/products/{id}/approve`: an admin approves a product, or rejects it with a reason.

use axum::extract::State;
use domain::product::{
    approve_product::{self, ApproveProduct},
    reject_product::{self, RejectProduct},
};
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};
use utoipa::ToSchema;

use super::review::Verdict;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        products::standing::ProductChanged,
        refusal::{id_in_path, problem},
    },
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ProductReviewRequest {
    /// Approve (true) or reject (false).
    approved: bool,
    /// The reason, shown to the merchant. Required for a rejection.
    #[schema(nullable = false)]
    reason: Option<String>,
    /// The `revision` of the product that the admin has seen: the decision is refused if the merchant has changed the
    /// product since. Without it, the decision is about the version that waits now.
    #[schema(nullable = false)]
    revision: Option<u32>,
}

/// Approve or reject a product
///
/// Only a waiting product can be decided: one that is `pending` or `resubmitted`. When changes of an approved product
/// are rejected, the public keeps seeing the approved version.
#[utoipa::path(
    put,
    path = "/admin/products/{id}/approve",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = ProductReviewRequest, examples(
        ("approve" = (value = json!({"approved": true, "revision": 1}))),
        ("reject" = (value = json!({"approved": false, "reason": "The picture shows another product."}))),
    )),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "Decided",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "approved", "revision": 1, "isActive": true, "organicCertificateStatus": null,
            }})),
        (status = 404, body = ProblemBody, description = "No such product"),
        (status = 409, body = ProblemBody, description = "Somebody decided before, or its merchant has changed it meanwhile"),
        (status = 422, body = ProblemBody, description = "A rejection without a reason"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn review_product(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<ProductReviewRequest>,
) -> Result<Answer<ProductChanged>, Problem> {
    let verdict = Verdict::of(request.approved, request.reason.as_deref())?;
    let revision = request.revision;
    let product_id = id_in_path(&id, "Product not found")?;
    let executed = match verdict {
        Verdict::Approved { note } => {
            let command = ApproveProduct { product_id, revision, reason: note };
            let approved = writer.execute(&provenance, &command).await;
            approved.map_err(|failure| failure.into_problem(not_approved))?
        }
        Verdict::Rejected { reason } => {
            let command = RejectProduct { product_id, revision, reason };
            let rejected = writer.execute(&provenance, &command).await;
            rejected.map_err(|failure| failure.into_problem(not_rejected))?
        }
    };
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

fn not_approved(refusal: approve_product::Refusal) -> Problem {
    use approve_product::Refusal;
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::AlreadyReviewed | Refusal::Changed => problem(Code::Conflict, &refusal),
    }
}

fn not_rejected(refusal: reject_product::Refusal) -> Problem {
    use reject_product::Refusal;
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::AlreadyReviewed | Refusal::Changed => problem(Code::Conflict, &refusal),
    }
}
