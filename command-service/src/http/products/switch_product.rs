//! `PUT /products/{id}/toggle-status`: a merchant takes a product off sale, or puts it on sale again.

use axum::extract::State;
use domain::product::{
    Switcher,
    switch_product::{Refusal, SwitchProduct},
};
use serde::Deserialize;
use service_kit::{
    caller::Merchant,
    extract::{Json, Path},
};
use utoipa::ToSchema;

use super::standing::ProductChanged;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
    },
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SwitchRequest {
    /// Whether the product is on sale.
    is_active: bool,
}

/// Activate or deactivate a product
///
/// Setting the present value again changes nothing. Only an admin can activate a product that an admin has
/// deactivated.
#[utoipa::path(
    put,
    path = "/products/{id}/toggle-status",
    tag = "products",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = SwitchRequest, example = json!({"isActive": false})),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "Done",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "approved", "revision": 1, "isActive": false, "organicCertificateStatus": null,
            }})),
    ),
    security(("bearer" = []), ("apiKey" = ["products:write"])),
)]
pub(crate) async fn switch_product(
    State(writer): State<Writer>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Path(id): Path<String>,
    Json(request): Json<SwitchRequest>,
) -> Result<Answer<ProductChanged>, Refused> {
    let product_id = parse_id(&id, Refusal::NotFound)?;
    let by = Switcher::Merchant(merchant.account);
    let command = SwitchProduct { product_id, by, is_active: request.is_active, reason: None };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such product, or another merchant's",
        Refusal::Locked => Conflict when "An admin has deactivated it",
    }
}
