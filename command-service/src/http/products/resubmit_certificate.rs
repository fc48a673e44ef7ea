//! `PUT /products/{id}/resubmit-organic`: a merchant requests another review of a certificate.

use axum::extract::State;
use domain::product::resubmit_certificate::{Refusal, ResubmitCertificate};
use service_kit::{Code, Problem, caller::Merchant, extract::Path, problem::ProblemBody};

use super::standing::ProductChanged;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{id_in_path, problem},
    },
};

/// Request another review of an organic certificate
///
/// Only for a rejected certificate. Another file is submitted by changing the product.
#[utoipa::path(
    put,
    path = "/products/{id}/resubmit-organic",
    tag = "products",
    params(("id" = Uuid, Path, description = "The product")),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "It waits for an admin again",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "approved", "revision": 1, "isActive": true, "organicCertificateStatus": "resubmitted",
            }})),
        (status = 404, body = ProblemBody, description = "No such product, or another merchant's"),
        (status = 409, body = ProblemBody, description = "It was not rejected"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn resubmit_certificate(
    State(writer): State<Writer>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Path(id): Path<String>,
) -> Result<Answer<ProductChanged>, Problem> {
    let product_id = id_in_path(&id, "Product not found")?;
    let command = ResubmitCertificate { product_id, merchant_id: merchant.account };
    let executed = writer.execute(&provenance, &command).await;
    let executed = executed.map_err(|failure| {
        failure.into_problem(|refusal: Refusal| match refusal {
            Refusal::NotFound => problem(Code::NotFound, &refusal),
            Refusal::NotRejected => problem(Code::Conflict, &refusal),
        })
    })?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}
