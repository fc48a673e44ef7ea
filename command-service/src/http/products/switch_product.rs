//! `PUT /products/{id}/toggle-status`: a merchant takes a product off sale, or puts it on sale again.

use axum::extract::State;
use domain::product::{
    Switcher,
    switch_product::{Refusal, SwitchProduct},
};
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    caller::Merchant,
    extract::{Json, Path},
    problem::ProblemBody,
};
use utoipa::ToSchema;

use super::standing::ProductChanged;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{id_in_path, problem},
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
        (status = 404, body = ProblemBody, description = "No such product, or another merchant's"),
        (status = 409, body = ProblemBody, description = "An admin has deactivated it"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn switch_product(
    State(writer): State<Writer>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Path(id): Path<String>,
    Json(request): Json<SwitchRequest>,
) -> Result<Answer<ProductChanged>, Problem> {
    let product_id = id_in_path(&id, "Product not found")?;
    let by = Switcher::Merchant(merchant.account);
    let command = SwitchProduct { product_id, by, is_active: request.is_active, reason: None };
    let executed = writer.execute(&provenance, &command).await;
    let executed = executed.map_err(|failure| {
        failure.into_problem(|refusal: Refusal| match refusal {
            Refusal::NotFound => problem(Code::NotFound, &refusal),
            Refusal::Locked => problem(Code::Conflict, &refusal),
        })
    })?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}
