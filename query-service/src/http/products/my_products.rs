//! `GET /products/my-products`: everything that a merchant has listed, public or not.

use axum::extract::State;
use serde::Serialize;
use service_kit::{
    Problem,
    caller::Merchant,
    extract::{Json, Query},
    problem::ProblemBody,
};
use utoipa::ToSchema;

use crate::{
    App,
    http::shapes::{PageQuery, Product},
    queries::{
        catalog::{self, ProductStats},
        failed,
    },
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW];

/// A merchant's own products.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MyProducts {
    /// Newest first.
    products: Vec<Product>,
    /// Over all of them.
    stats: ProductStats,
}

/// The merchant's own products
#[utoipa::path(
    get,
    path = "/products/my-products",
    tag = "products",
    params(PageQuery),
    responses(
        (status = 200, body = MyProducts),
        (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn my_products(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<PageQuery>,
) -> Result<Json<MyProducts>, Problem> {
    let products = catalog::own_products(&app.pool, merchant.account, query.page()).await.map_err(failed)?;
    let stats = catalog::product_stats(&app.pool, merchant.account).await.map_err(failed)?;
    Ok(Json(MyProducts { products, stats }))
}
