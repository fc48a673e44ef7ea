//! `PUT /admin/products/{id}/organic-certificate`: an admin approves an organic certificate, or rejects it with
//! a reason.

use axum::extract::State;
use domain::form::FieldRefusal;
use domain::product::review_certificate::{CertificateVerdict, Refusal, ReviewCertificate};
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
pub(crate) struct CertificateReviewRequest {
    /// The decision.
    status: CertificateDecision,
    /// The reason, shown to the merchant. Required for a rejection.
    #[schema(nullable = false)]
    reason: Option<String>,
    /// The `url` of the certificate that the admin has seen: the decision is refused if the merchant has uploaded
    /// another one since. Without it, the decision is about the certificate that waits now.
    #[schema(nullable = false)]
    url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CertificateDecision {
    /// The certificate proves the organic claim.
    Approved,
    /// The certificate does not prove the claim.
    Rejected,
}

/// Approve or reject an organic certificate
///
/// Only a waiting certificate can be decided: one that is `pending` or `resubmitted`.
#[utoipa::path(
    put,
    path = "/admin/products/{id}/organic-certificate",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = CertificateReviewRequest, examples(
        ("approve" = (value = json!({"status": "approved"}))),
        ("reject" = (value = json!({"status": "rejected", "reason": "The certificate has expired."}))),
    )),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "Decided",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "approved", "revision": 1, "isActive": true, "organicCertificateStatus": "approved",
            }})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn review_certificate(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<CertificateReviewRequest>,
) -> Result<Answer<ProductChanged>, Refused> {
    let approved = request.status == CertificateDecision::Approved;
    let verdict = match Verdict::of(approved, request.reason.as_deref())? {
        Verdict::Approved { note } => CertificateVerdict::Approved { reason: note },
        Verdict::Rejected { reason } => CertificateVerdict::Rejected { reason },
    };
    let product_id = parse_id(&id, Refusal::NotFound)?;
    let command = ReviewCertificate { product_id, verdict, seen: request.url };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such product",
        Refusal::AlreadyReviewed => Conflict when "Somebody decided before",
        Refusal::None => Conflict when "The product has no certificate",
        Refusal::Changed => Conflict when "Its merchant has handed in another one meanwhile",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "A rejection without a reason, or another status",
    }
}
