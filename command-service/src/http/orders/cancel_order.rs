//! `PUT /orders/{id}/cancel`: a customer cancels an order.

use axum::extract::State;
use domain::order::cancel_order::{CancelOrder, Refusal};
use serde::{Deserialize, Serialize};
use service_kit::{
    caller::Caller,
    extract::{JsonOrNothing, Path},
};
use utoipa::ToSchema;

use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
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
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn cancel_order(
    State(writer): State<Writer>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Path(id): Path<String>,
    JsonOrNothing(request): JsonOrNothing<CancelOrderRequest>,
) -> Result<Answer<OrderCancelled>, Refused> {
    let order_id = parse_id(&id, Refusal::NotFound)?;
    let command = CancelOrder { order_id, by: caller.account, reason: request.reason };
    let executed = writer.execute(&provenance, &command).await?;
    Ok(Answer::ok(executed.position, OrderCancelled { success: true }))
}

refusals! {
    Refused or ERASED from Refusal {
        Refusal::NotFound => NotFound when "No such order, or somebody else's",
        Refusal::TooLate(_) => Conflict when "The merchant has accepted it, or it has ended",
        Refusal::Form(fault) => Invalid.in_fields([fault]) when "The reason is too long",
    }
}
