//! `PUT /admin/products/{id}/featured`: an admin shows a product on the home page, or stops showing it there.

use axum::extract::State;
use domain::product::feature_product::{FeatureProduct, Refusal};
use serde::Deserialize;
use service_kit::{
    caller::Admin,
    extract::{Json, Path},
};
use utoipa::ToSchema;

use super::review::Decided;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
    },
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct FeatureRequest {
    /// Whether the product is featured on the home page.
    featured: bool,
}

/// Feature a product
///
/// Setting the present value again changes nothing.
#[utoipa::path(
    put,
    path = "/admin/products/{id}/featured",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = FeatureRequest, example = json!({"featured": true})),
    responses(
        (status = 200, body = Decided, headers(("Greenstall-Position" = u64)),
            description = "Decided",
            example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn feature_product(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<FeatureRequest>,
) -> Result<Answer<Decided>, Refused> {
    let product_id = parse_id(&id, Refusal::NotFound)?;
    let command = FeatureProduct { product_id, featured: request.featured };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, Decided::OK))
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such product",
    }
}
