//! `PUT /admin/products/{id}/featured`: an admin shows a product on the home page, or stops showing it there.

use axum::extract::State;
use domain::product::feature_product::{FeatureProduct, Refusal};
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};
use utoipa::ToSchema;

use super::review::Decided;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{id_in_path, problem},
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
        (status = 404, body = ProblemBody, description = "No such product"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn feature_product(
    State(writer): State<Writer>,
    CommandBy(_, provenance): CommandBy<Admin>,
    Path(id): Path<String>,
    Json(request): Json<FeatureRequest>,
) -> Result<Answer<Decided>, Problem> {
    let product_id = id_in_path(&id, "Product not found")?;
    let command = FeatureProduct { product_id, featured: request.featured };
    let executed = writer.execute(&provenance, &command).await;
    let executed = executed.map_err(|failure| {
        failure.into_problem(|refusal: Refusal| match refusal {
            Refusal::NotFound => problem(Code::NotFound, &refusal),
        })
    })?;
    Ok(Answer::ok(executed.position, Decided::OK))
}
