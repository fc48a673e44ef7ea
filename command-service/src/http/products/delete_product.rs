//! `DELETE /products/{id}`: a merchant deletes a product.

use axum::extract::State;
use domain::product::{
    Switcher,
    delete_product::{DeleteProduct, Refusal},
};
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

/// Delete a product
///
/// The product is deleted permanently. Orders keep their copies of its data.
#[utoipa::path(
    delete,
    path = "/products/{id}",
    tag = "products",
    params(("id" = Uuid, Path, description = "The product")),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "Deleted; where it stood last",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "approved", "revision": 1, "isActive": true, "organicCertificateStatus": null,
            }})),
    ),
    security(("bearer" = []), ("apiKey" = ["products:write"])),
)]
pub(crate) async fn delete_product(
    State(writer): State<Writer>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Path(id): Path<String>,
) -> Result<Answer<ProductChanged>, Refused> {
    let product_id = parse_id(&id, Refusal::NotFound)?;
    let command = DeleteProduct { product_id, by: Switcher::Merchant(merchant.account), reason: None };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such product, or another merchant's",
    }
}
