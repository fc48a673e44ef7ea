//! `GET /orders/customer`: what the caller has bought.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::Caller,
    extract::{Json, Query},
    problem::ProblemBody,
};

use crate::{
    App,
    http::shapes::{Order, PageQuery},
    queries::{failed, orders},
};

/// The caller's orders, newest first
#[utoipa::path(
    get,
    path = "/orders/customer",
    tag = "orders",
    params(PageQuery),
    responses((status = 200, body = Vec<Order>), (status = 401, body = ProblemBody)),
    security(("bearer" = [])),
)]
pub(crate) async fn customer_orders(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<Vec<Order>>, Problem> {
    orders::of_customer(&app.pool, caller.account, query.page()).await.map(Json).map_err(failed)
}
