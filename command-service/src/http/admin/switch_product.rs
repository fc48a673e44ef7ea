//! `PUT /admin/products/{id}/toggle-status`: an admin takes a product off sale, or puts it on sale again.

use axum::extract::State;
use domain::{
    form::FieldRefusal,
    product::{
        Switcher,
        switch_product::{Refusal, SwitchProduct},
    },
};
use serde::Deserialize;
use service_kit::{
    caller::Admin,
    extract::{Json, Path},
};
use utoipa::ToSchema;

use super::review::reason;
use crate::{
    application::{Failure, Writer},
    http::{
        answer::Answer,
        command::CommandBy,
        products::standing::ProductChanged,
        refusal::{NoSuch, parse_id, refusals},
    },
};

const NOT_FOUND: NoSuch = NoSuch("Product not found");

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SwitchByAdminRequest {
    /// Whether the product is on sale.
    is_active: bool,
    /// The reason, for the audit.
    #[schema(nullable = false)]
    reason: Option<String>,
}

/// Activate or deactivate a product as an admin
///
/// Setting the present value again changes nothing. A merchant cannot activate a product that an admin has
/// deactivated.
#[utoipa::path(
    put,
    operation_id = "admin_switch_product",
    path = "/admin/products/{id}/toggle-status",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = SwitchByAdminRequest, example = json!({"isActive": false, "reason": "The picture is misleading."})),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "Done",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "approved", "revision": 1, "isActive": false, "organicCertificateStatus": null,
            }})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn switch_product(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<SwitchByAdminRequest>,
) -> Result<Answer<ProductChanged>, Refused> {
    let reason = reason(request.reason.as_deref())?;
    let product_id = parse_id(&id, NOT_FOUND)?;
    let by = Switcher::Admin;
    let command = SwitchProduct { product_id, by, is_active: request.is_active, reason };
    let executed = writer.execute(&provenance, &command).await;
    let executed = executed.map_err(|failure| failure.or_else(of_admin))?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

/// A lock by an admin refuses merchants only.
fn of_admin(refusal: Refusal) -> Failure<NoSuch> {
    match refusal {
        Refusal::NotFound => Failure::Refused(NOT_FOUND),
        Refusal::Locked => Failure::Defect(refusal.to_string()),
    }
}

refusals! {
    Refused from NoSuch {
        _ => NotFound when "No such product",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "A field is missing, wrong or of the wrong type",
    }
}
