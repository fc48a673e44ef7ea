//! `GET /products/{id}`: one product.

use axum::extract::State;
use service_kit::{
    Code, Problem,
    caller::Visitor,
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::{Role, ids::ProductId};

use crate::{
    App,
    http::shapes::Product,
    queries::{catalog, failed},
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW];

/// One product
#[utoipa::path(
    get,
    path = "/products/{id}",
    tag = "products",
    params(("id" = String, Path, description = "The product")),
    responses(
        (status = 200, body = Product),
        (status = 404, body = ProblemBody, description = "There is none, or it is not public and not the caller's"),
    ),
    security((), ("bearer" = [])),
)]
pub(crate) async fn show_product(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<Json<Product>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Product not found");
    let id: ProductId = id.parse().map_err(|_| not_found())?;
    let owns =
        |merchant| visitor.is_some_and(|caller| caller.role == Role::Admin || caller.account == merchant);
    let found = catalog::product(&app.pool, id, owns).await.map_err(failed)?;
    found.map(Json).ok_or_else(not_found)
}
