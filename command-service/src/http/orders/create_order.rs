//! `POST /orders/create`: returns the orders of a paid checkout. Places them first, unless another caller already has.

use axum::extract::State;
use domain::{checkout::Checkout, form::FieldRefusal};
use serde::{Deserialize, Serialize};
use service_kit::{caller::Caller, extract::Json};
use utoipa::ToSchema;

use super::confirmed_order::ConfirmedOrder;
use crate::{
    application::{
        Failure, Loaded,
        checkout::{CheckoutPorts, NotSettled, Outcome, settle_loaded},
        load,
    },
    http::{answer::Answer, command::CommandBy, payments::create_intent::CheckoutAmounts, refusal::refusals},
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
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn create_order(
    State(ports): State<CheckoutPorts>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<CreateOrderRequest>,
) -> Result<Answer<OrderCreated>, Refused> {
    if request.payment_intent_id.starts_with("cash_") {
        return Err(FieldRefusal::new("paymentIntentId", "Cash payments are not accepted").into());
    }
    let intent = ports.payments.retrieve(&request.payment_intent_id).await;
    let intent = intent.map_err(Failure::<NotSettled>::from)?;
    let checkout_id = intent.ok_or(NotSettled::NotFound)?.checkout_id;
    let checkout: Loaded<Checkout> = load::<_, NotSettled>(&ports.writer.log, checkout_id.uuid()).await?;
    if checkout.state.started.as_ref().is_none_or(|started| started.customer_id != caller.account) {
        return Err(NotSettled::NotFound.into());
    }
    let settled = settle_loaded(&ports, &provenance, checkout_id, checkout).await?;
    match settled.outcome {
        Outcome::Ordered => Ok(Answer::created(
            settled.position,
            OrderCreated {
                success: true,
                checkout: settled.started.amounts.into(),
                order: ConfirmedOrder::new(&settled.started, settled.paid_at),
            },
        )),
        Outcome::Unfulfillable(reason) => Err(SoldOut(reason).into()),
    }
}

/// The goods were gone when the payment arrived.
#[derive(Debug, thiserror::Error)]
#[error("{0}. Your payment is refunded in full.")]
struct SoldOut(String);

refusals! {
    Refused or ERASED, DECLINED from NotSettled {
        NotSettled::NotFound => NotFound when "No such payment, or somebody else's",
        NotSettled::NotPaid(_) => Conflict when "Not paid or cancelled",
    }
    from SoldOut {
        _ => Conflict when "Paid when the goods were gone (the money goes back)",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "Not an order",
    }
}
