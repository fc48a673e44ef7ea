//! `GET /orders/merchant`: what the caller has sold.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::Merchant,
    extract::{Json, Query},
    problem::ProblemBody,
};

use crate::{
    App,
    http::shapes::{Order, PageQuery},
    queries::{failed, orders},
};

/// The orders placed with the merchant, newest first
#[utoipa::path(
    get,
    path = "/orders/merchant",
    tag = "orders",
    params(PageQuery),
    responses((status = 200, body = Vec<Order>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody)),
    security(("bearer" = [])),
)]
pub(crate) async fn merchant_orders(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<PageQuery>,
) -> Result<Json<Vec<Order>>, Problem> {
    orders::of_merchant(&app.pool, merchant.account, query.page()).await.map(Json).map_err(failed)
}
