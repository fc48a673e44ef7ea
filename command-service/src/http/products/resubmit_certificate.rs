//! `PUT /products/{id}/resubmit-organic`: a merchant requests another review of a certificate.

use axum::extract::State;
use domain::product::resubmit_certificate::{Refusal, ResubmitCertificate};
use service_kit::{caller::Merchant, extract::Path};

use super::standing::ProductChanged;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
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
    ),
    security(("bearer" = []), ("apiKey" = ["products:write"])),
)]
pub(crate) async fn resubmit_certificate(
    State(writer): State<Writer>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Path(id): Path<String>,
) -> Result<Answer<ProductChanged>, Refused> {
    let product_id = parse_id(&id, Refusal::NotFound)?;
    let command = ResubmitCertificate { product_id, merchant_id: merchant.account };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such product, or another merchant's",
        Refusal::NotRejected => Conflict when "It was not rejected",
    }
}
