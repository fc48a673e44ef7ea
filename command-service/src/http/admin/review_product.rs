//! `PUT /admin/products/{id}/approve`: an admin approves a product, or rejects it with a reason.

use axum::extract::State;
use domain::form::FieldRefusal;
use domain::product::{
    approve_product::{ApproveProduct, Refusal as NotApproved},
    reject_product::{Refusal as NotRejected, RejectProduct},
};
use serde::Deserialize;
use service_kit::{
    caller::Admin,
    extract::{Json, Path},
};
use utoipa::ToSchema;

use super::review::Verdict;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        products::standing::ProductChanged,
        refusal::{parse_id, refusals},
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
    revision: Option<u64>,
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
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn review_product(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<ProductReviewRequest>,
) -> Result<Answer<ProductChanged>, Refused> {
    let verdict = Verdict::of(request.approved, request.reason.as_deref())?;
    let revision = request.revision;
    let product_id = parse_id(&id, NotApproved::NotFound)?;
    let executed = match verdict {
        Verdict::Approved { note } => {
            let command = ApproveProduct { product_id, revision, reason: note };
            writer.execute(&provenance, &command).await?
        }
        Verdict::Rejected { reason } => {
            let command = RejectProduct { product_id, revision, reason };
            writer.execute(&provenance, &command).await?
        }
    };
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

refusals! {
    Refused from NotApproved {
        NotApproved::NotFound => NotFound when "No such product",
        NotApproved::AlreadyReviewed => Conflict when "Somebody decided before",
        NotApproved::Changed => Conflict when "Its merchant has changed it meanwhile",
    }
    from NotRejected {
        NotRejected::NotFound => NotFound when "No such product",
        NotRejected::AlreadyReviewed => Conflict when "Somebody decided before",
        NotRejected::Changed => Conflict when "Its merchant has changed it meanwhile",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "A rejection without a reason",
    }
}
