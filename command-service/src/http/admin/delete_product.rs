//! `DELETE /admin/products/{id}`: an admin deletes a product.

use axum::extract::State;
use domain::product::{
    Switcher,
    delete_product::{DeleteProduct, Refusal},
};
use service_kit::{Code, Problem, caller::Admin, extract::Path, problem::ProblemBody};

use super::note::{Note, NoteRequest};
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        products::standing::ProductChanged,
        refusal::{id_in_path, problem},
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
        (status = 404, body = ProblemBody, description = "No such product"),
        (status = 422, body = ProblemBody, description = "The reason is too long or of the wrong type"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn delete_product(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Note(reason): Note,
) -> Result<Answer<ProductChanged>, Problem> {
    let product_id = id_in_path(&id, "Product not found")?;
    let command = DeleteProduct { product_id, by: Switcher::Admin, reason };
    let executed = writer.execute(&provenance, &command).await;
    let executed = executed.map_err(|failure| {
        failure.into_problem(|refusal: Refusal| match refusal {
            Refusal::NotFound => problem(Code::NotFound, &refusal),
        })
    })?;
    Ok(Answer::ok(executed.position, ProductChanged::new(product_id, &executed.state)))
}
