//! `GET /orders/{id}`: one order, for its customer, its merchant and admins.

use axum::extract::State;
use service_kit::{
    Code, Problem,
    caller::Caller,
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::{Role, ids::OrderId};

use crate::{
    App,
    http::shapes::Order,
    queries::{
        failed,
        orders::{self, Onlooker},
    },
};

/// One order
#[utoipa::path(
    get,
    path = "/orders/{id}",
    tag = "orders",
    params(("id" = String, Path, description = "The order")),
    responses(
        (status = 200, body = Order),
        (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody, description = "There is none, or it is somebody else's"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn show_order(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Order>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Order not found");
    let id: OrderId = id.parse().map_err(|_| not_found())?;
    let onlooker = match caller.role {
        Role::Admin => Onlooker::Admin,
        Role::Customer | Role::Merchant => Onlooker::Account(caller.account),
    };
    let found = orders::order(&app.pool, id, onlooker).await.map_err(failed)?;
    found.map(Json).ok_or_else(not_found)
}
