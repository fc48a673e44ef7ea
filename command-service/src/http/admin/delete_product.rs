//! `DELETE /admin/products/{id}`: an admin deletes a product.

use axum::extract::State;
use domain::{
    form::FieldRefusal,
    product::{
        Switcher,
        delete_product::{DeleteProduct, Refusal},
    },
};
use service_kit::{
    caller::Admin,
    extract::{JsonOrNothing, Path},
};

use super::note::NoteRequest;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        products::standing::ProductChanged,
        refusal::{parse_id, refusals},
    },
};

/// Delete a product as an admin
///
/// The product is deleted permanently. Orders keep their copies of its data. The body is optional.
#[utoipa::path(
    delete,
    operation_id = "admin_delete_product",
    path = "/admin/products/{id}",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = Option<NoteRequest>, example = json!({"reason": "It may not be sold here."})),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "Deleted; where it stood last",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "approved", "revision": 1, "isActive": true, "organicCertificateStatus": null,
            }})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn delete_product(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    JsonOrNothing(note): JsonOrNothing<NoteRequest>,
) -> Result<Answer<ProductChanged>, Refused> {
    let reason = note.reason()?;
    let product_id = parse_id(&id, Refusal::NotFound)?;
    let command = DeleteProduct { product_id, by: Switcher::Admin, reason };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such product",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The reason is too long",
    }
}
