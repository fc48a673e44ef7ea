//! `PUT /products/{id}/resubmit`: a merchant requests another review of a product.

use axum::extract::State;
use domain::product::resubmit_product::{Refusal, ResubmitProduct};
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

/// Request another review of a product
///
/// Only for a rejected product.
#[utoipa::path(
    put,
    path = "/products/{id}/resubmit",
    tag = "products",
    params(("id" = Uuid, Path, description = "The product")),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "It waits for an admin again",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "resubmitted", "revision": 2, "isActive": true, "organicCertificateStatus": null,
            }})),
    ),
    security(("bearer" = []), ("apiKey" = ["products:write"])),
)]
pub(crate) async fn resubmit_product(
    State(writer): State<Writer>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Path(id): Path<String>,
) -> Result<Answer<ProductChanged>, Refused> {
    let product_id = parse_id(&id, Refusal::NotFound)?;
    let command = ResubmitProduct { product_id, merchant_id: merchant.account };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such product, or another merchant's",
        Refusal::NotRejected => Conflict when "It was not rejected",
    }
}
