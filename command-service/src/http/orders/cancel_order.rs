//! `PUT /orders/{id}/cancel`: a customer cancels an order.

use axum::extract::State;
use domain::order::cancel_order::{CancelOrder, Refusal};
use serde::{Deserialize, Serialize};
use service_kit::{
    Code, Problem,
    caller::Caller,
    extract::{JsonOrNothing, Path},
    problem::ProblemBody,
};
use utoipa::ToSchema;

use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{id_in_path, invalid, problem},
    },
};

#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct CancelOrderRequest {
    /// The reason.
    #[schema(nullable = false)]
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderCancelled {
    /// Always true.
    success: bool,
}

/// Cancel an order
///
/// Possible while the order is pending. Its units return to the shelf, and its payment is refunded. The body is
/// optional.
#[utoipa::path(
    put,
    path = "/orders/{id}/cancel",
    tag = "orders",
    params(("id" = Uuid, Path, description = "The order")),
    request_body(content = Option<CancelOrderRequest>, example = json!({"reason": "Changed my mind."})),
    responses(
        (status = 200, body = OrderCancelled, headers(("Greenstall-Position" = u64)),
            description = "The order is cancelled", example = json!({"success": true})),
        (status = 404, body = ProblemBody, description = "No such order, or somebody else's"),
        (status = 409, body = ProblemBody, description = "The merchant has accepted it, or it has ended"),
        (status = 422, body = ProblemBody, description = "Wrong types, or too long"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn cancel_order(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
    JsonOrNothing(request): JsonOrNothing<CancelOrderRequest>,
) -> Result<Answer<OrderCancelled>, Problem> {
    let order_id = id_in_path(&id, "Order not found")?;
    let command = CancelOrder { order_id, by: caller.account, reason: request.reason };
    let cancelled = writer.execute(&provenance, &command).await;
    let executed = cancelled.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(executed.position, OrderCancelled { success: true }))
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::NotFound => problem(Code::NotFound, &refusal),
        Refusal::TooLate(_) => problem(Code::Conflict, &refusal),
        Refusal::Form(fault) => invalid(&[fault]),
    }
}
