//! `POST /orders/create`: returns the orders of a paid checkout. Places them first, unless another caller already has.

use axum::extract::State;
use domain::checkout::Checkout;
use serde::{Deserialize, Serialize};
use service_kit::{Code, Problem, caller::Caller, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use super::confirmed_order::ConfirmedOrder;
use crate::{
    application::{
        Failure, Loaded,
        checkout::{CheckoutPorts, NotSettled, Outcome, settle_loaded},
        load,
    },
    http::{answer::Answer, command::CommandBy, payments::create_intent::CheckoutAmounts, refusal::problem},
};

/// The further fields of document 1 repeat data that the shop has already, and are ignored.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateOrderRequest {
    payment_intent_id: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderCreated {
    /// Always true.
    success: bool,
    order: ConfirmedOrder,
    checkout: CheckoutAmounts,
}

/// Place the orders of a payment
///
/// One order per merchant, under one number of the checkout. Repeated calls return the same orders.
#[utoipa::path(
    post,
    path = "/orders/create",
    tag = "orders",
    request_body(content = CreateOrderRequest, example = json!({"paymentIntentId": "pi_1"})),
    responses(
        (status = 201, body = OrderCreated, headers(("Greenstall-Position" = u64)),
            description = "The orders are placed"),
        (status = 404, body = ProblemBody, description = "No such payment, or somebody else's"),
        (status = 409, body = ProblemBody, description = "Not paid, cancelled, or paid when the goods were gone: then the money goes back"),
        (status = 422, body = ProblemBody, description = "Not an order"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn create_order(
    State(ports): State<CheckoutPorts>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<CreateOrderRequest>,
) -> Result<Answer<OrderCreated>, Problem> {
    if request.payment_intent_id.starts_with("cash_") {
        return Err(Problem::field("paymentIntentId", "Cash payments are not accepted").mirrored());
    }
    let not_found = || refused(&NotSettled::NotFound);
    let intent = ports.payments.retrieve(&request.payment_intent_id).await;
    let intent =
        intent.map_err(|error| Failure::from(error).into_problem(|refusal: NotSettled| refused(&refusal)))?;
    let checkout_id = intent.ok_or_else(not_found)?.checkout_id;
    let answered = |failure: Failure<NotSettled>| failure.into_problem(|refusal| refused(&refusal));
    let checkout: Loaded<Checkout> = load(&ports.writer.log, checkout_id.uuid()).await.map_err(answered)?;
    if checkout.state.started.as_ref().is_none_or(|started| started.customer_id != caller.account) {
        return Err(not_found());
    }
    let settled = settle_loaded(&ports, &provenance, checkout_id, checkout).await.map_err(answered)?;
    match settled.outcome {
        Outcome::Ordered => Ok(Answer::created(
            settled.position,
            OrderCreated {
                success: true,
                checkout: settled.started.amounts.into(),
                order: ConfirmedOrder::new(&settled.started, settled.paid_at),
            },
        )),
        Outcome::Unfulfillable(reason) => {
            let text = format!("{reason}. Your payment is refunded in full.");
            Err(Problem::new(Code::Conflict, text).mirrored())
        }
    }
}

fn refused(refusal: &NotSettled) -> Problem {
    let code = match refusal {
        NotSettled::NotFound => Code::NotFound,
        NotSettled::NotPaid(_) => Code::Conflict,
    };
    problem(code, refusal).mirrored()
}
